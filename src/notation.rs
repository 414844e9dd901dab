//! Hands as a person types them: `123m406p (555z) +5p g:1m9m` (contract.md, "Notation").
