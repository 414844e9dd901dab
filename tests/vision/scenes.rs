//! Zones on rendered scenes, with the labels themselves as detections: what is
//! measured is the reading alone. Needs a folder of scenes rendered with
//! `karasu dataset render --count N --out DIR`:
//!
//! ```text
//! KARASU_SCENES=DIR cargo test --test vision scenes -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use karasu::detect::{CLASSES, Detection};
use karasu::read::eval::{self, LabelledTile};
use karasu::read::{Options, Zone, interpret};

fn detection(label: &LabelledTile) -> Option<Detection> {
    let mut probabilities = vec![0.0005; CLASSES];
    probabilities[label.tile.index()] = 0.97;
    Some(Detection {
        quad: label.quad.filter(|quad| quad.area() > 0.0)?,
        found: 0.9,
        probabilities,
        embedding: Vec::new(),
        turned_embedding: Vec::new(),
    })
}

fn name(zone: Zone) -> String {
    let text = serde_json::to_value(zone).unwrap();
    text.as_str().unwrap().to_owned()
}

#[test]
#[ignore = "needs a folder of rendered scenes in KARASU_SCENES"]
fn zones_of_rendered_scenes() {
    let folder = std::env::var("KARASU_SCENES").expect("KARASU_SCENES names a folder");
    let scenes = eval::load(Path::new(&folder)).unwrap();
    let mut table: BTreeMap<(String, String), usize> = BTreeMap::new();
    let (mut hands, mut whole) = (0, 0);
    for scene in &scenes {
        let labels: Vec<&LabelledTile> = scene
            .tiles
            .iter()
            .filter(|label| label.visibility > 0.5 && label.zone.is_some())
            .collect();
        let detections: Vec<Detection> = labels.iter().filter_map(|l| detection(l)).collect();
        if detections.len() < labels.len() {
            continue;
        }
        let reading = interpret(
            &detections,
            (scene.width, scene.height),
            &Options::default(),
            None,
        );
        let mut right = true;
        let mut hand = 0;
        for (label, detection) in labels.iter().zip(&detections) {
            let tile = reading
                .tiles
                .iter()
                .find(|tile| tile.quad == detection.quad)
                .unwrap();
            let (is, said) = (label.zone.clone().unwrap(), name(tile.zone));
            hand += usize::from(is == "hand");
            right &= is == said;
            *table.entry((is, said)).or_default() += 1;
        }
        if hand >= 13 {
            hands += 1;
            whole += usize::from(right);
            if !right && std::env::var_os("KARASU_VERBOSE").is_some() {
                eprintln!(
                    "{}: {}",
                    scene.file.display(),
                    karasu::read::notation(&reading)
                );
            }
        }
    }
    for ((is, said), n) in &table {
        eprintln!("{is:>10} read as {said:<10} {n}");
    }
    eprintln!("{whole} of {hands} scenes with a closed hand have every zone right");
    assert!(hands > 0);
}
