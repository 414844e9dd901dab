//! Settlement cases.
use crate::lang::Lang;
use crate::rules::RuleSet;

/// A fault of an event.
pub struct EventFault;
impl EventFault {
    /// Message.
    pub fn message(&self, _lang: Lang) -> String { String::new() }
}
/// Settles.
pub fn settle_json(_rules: &RuleSet, _text: &str) -> Result<serde_json::Value, EventFault> {
    Err(EventFault)
}
