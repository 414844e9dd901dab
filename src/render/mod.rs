//! Labelled synthetic scenes: procedural faces, tables, light, lens.
