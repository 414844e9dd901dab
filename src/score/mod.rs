//! From a confirmed hand and a rule set to one list of items.
