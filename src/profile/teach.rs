//! Learning faces into a stored profile.

use crate::read::Reader;

use super::kept::{Profile, Sample};
use super::{ProfileError, Shelf};

/// What came of learning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The profile's name.
    pub name: String,
    /// Crops that are new to it.
    pub new: usize,
    /// Classes it has now.
    pub classes: usize,
    /// Crops it has now.
    pub crops: usize,
}

impl Shelf {
    /// The profile of this name to learn more, fit for a reader's model, or a
    /// new one. Says whether it was made anew for that model.
    ///
    /// # Errors
    /// As [`Shelf::ready`], or when no profile can have this name.
    pub fn begin(&self, name: &str, reader: &Reader) -> Result<(Profile, bool), ProfileError> {
        match self.has(name) {
            true => self.ready(name, reader),
            false => Ok((Profile::new(name, reader.embedding_model())?, false)),
        }
    }

    /// Learns faces into the profile of this name, which need not exist yet,
    /// and stores it. Nothing is stored where there is nothing to learn.
    ///
    /// Of each class the latest crops are kept, up to the profile's limit, so
    /// that a year of confirmed hands takes no more room than the first weeks.
    ///
    /// # Errors
    /// As [`Shelf::begin`], when the engine fails, or it cannot be stored.
    pub fn teach(
        &self,
        name: &str,
        samples: Vec<Sample>,
        reader: &Reader,
    ) -> Result<Learned, ProfileError> {
        let (mut profile, _) = self.begin(name, reader)?;
        let new = profile.learn(samples, reader.detector())?;
        if new > 0 {
            self.save(&profile)?;
        }
        Ok(Learned {
            name: profile.name().to_owned(),
            new,
            classes: profile.classes().len(),
            crops: profile.classes().values().sum(),
        })
    }
}
