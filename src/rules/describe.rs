//! A rule set as a readable sheet.
