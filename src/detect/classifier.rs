//! The second network: which face a crop shows, and how it is turned.

use std::sync::{Mutex, PoisonError};

use ort::session::{Session, SessionOutputs};
use ort::value::TensorRef;

use super::CLASSES;
use super::crop::{HEIGHT, NUMBERS, WIDTH};
use super::engine::EngineError;

/// Numbers in a face embedding.
pub const EMBEDDING: usize = 128;

/// What the classifier says about one crop.
#[derive(Clone, Debug)]
pub struct Face {
    /// One logit per class, then "not a tile": [`CLASSES`] numbers.
    pub logits: Vec<f32>,
    /// One logit per corner of the crop's outline for being the tile's own top
    /// left.
    pub turn: [f32; 4],
    /// Unnormalised, [`EMBEDDING`] numbers.
    pub embedding: Vec<f32>,
}

/// Names faces. A trait so that tests run everything behind it without weights.
pub trait Classifier: Send + Sync {
    /// Names crops: each 3 × 80 × 64 numbers (`v/128 − 1`), one after another.
    /// The answers are in the same order.
    ///
    /// # Errors
    /// When the engine fails.
    fn name(&self, crops: &[f32]) -> Result<Vec<Face>, EngineError>;

    /// What logits are divided by so that their softmax is calibrated.
    fn temperature(&self) -> f32 {
        1.0
    }
}

/// A classifier in ONNX: `crops` (N × 3 × 80 × 64) → `logits`, `turn`,
/// `embedding`.
pub(super) struct OnnxClassifier {
    session: Mutex<Session>,
    temperature: f32,
}

/// Crops per run: enough to fill two cores, small enough to stay in cache.
const BATCH: usize = 16;

impl OnnxClassifier {
    pub(super) fn new(session: Session, temperature: f32) -> OnnxClassifier {
        OnnxClassifier {
            session: Mutex::new(session),
            temperature,
        }
    }
}

impl Classifier for OnnxClassifier {
    fn name(&self, crops: &[f32]) -> Result<Vec<Face>, EngineError> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let mut faces = Vec::with_capacity(crops.len() / NUMBERS);
        for batch in crops.chunks(BATCH * NUMBERS) {
            let count = batch.len() / NUMBERS;
            let shape = [count, 3, HEIGHT as usize, WIDTH as usize];
            let input = TensorRef::from_array_view((shape, batch))?;
            let outputs = session.run(ort::inputs!["crops" => input])?;
            let logits = rows(&outputs, "logits", count, CLASSES)?;
            let turns = rows(&outputs, "turn", count, 4)?;
            let embeddings = rows(&outputs, "embedding", count, EMBEDDING)?;
            for ((logits, turn), embedding) in logits.zip(turns).zip(embeddings) {
                faces.push(Face {
                    logits: logits.to_vec(),
                    turn: [turn[0], turn[1], turn[2], turn[3]],
                    embedding: embedding.to_vec(),
                });
            }
        }
        Ok(faces)
    }

    fn temperature(&self) -> f32 {
        self.temperature
    }
}

/// An output of `count` rows of `width` numbers.
fn rows<'a>(
    outputs: &'a SessionOutputs,
    name: &str,
    count: usize,
    width: usize,
) -> Result<std::slice::ChunksExact<'a, f32>, EngineError> {
    let output = outputs
        .get(name)
        .ok_or_else(|| EngineError(format!("the classifier has no output {name:?}")))?;
    let (shape, data) = output.try_extract_tensor::<f32>()?;
    if shape[..] != [count as i64, width as i64] {
        return Err(EngineError(format!(
            "the classifier's {name} has shape {shape:?}, expected [{count}, {width}]"
        )));
    }
    Ok(data.chunks_exact(width))
}

/// Softmax of logits divided by a temperature. Logits that are not finite give
/// no class a say.
pub(super) fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let highest = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut shares: Vec<f32> = logits
        .iter()
        .map(|&v| ((v - highest) / temperature).exp())
        .map(|v| if v.is_finite() { v } else { 0.0 })
        .collect();
    let sum: f32 = shares.iter().sum();
    if sum > 0.0 {
        shares.iter_mut().for_each(|v| *v /= sum);
    } else {
        shares.fill(1.0 / logits.len().max(1) as f32);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::softmax;

    #[test]
    fn shares_add_up_whatever_the_logits() {
        for logits in [
            vec![1.0, 2.0, 3.0],
            vec![1e30, -1e30, 0.0],
            vec![f32::NAN; 3],
            vec![f32::NEG_INFINITY; 3],
        ] {
            let shares = softmax(&logits, 1.3);
            assert!(
                (shares.iter().sum::<f32>() - 1.0).abs() < 1e-5,
                "{shares:?}"
            );
        }
        let (cold, warm) = (softmax(&[1.0, 0.0], 0.5), softmax(&[1.0, 0.0], 2.0));
        assert!(cold[0] > warm[0]);
    }
}
