//! A rule set as data: typed options, TOML presets, validation, description.
