//! Promise 6: a model that is damaged, exchanged or of another kind is a named
//! error, never a crash.

use std::path::PathBuf;

use karasu::detect::{Kind, ModelError, Models, check, sha256};

fn bytes(kind: &str) -> Vec<u8> {
    std::fs::read(super::fixtures().join(format!("tiny_{kind}.onnx"))).unwrap()
}

/// A folder with the tiny models, one of them changed.
fn folder(name: &str, change: impl FnOnce(&mut Vec<u8>, &mut Vec<u8>)) -> PathBuf {
    let folder = super::scratch(name);
    let (mut locator, mut classifier) = (bytes("locator"), bytes("classifier"));
    change(&mut locator, &mut classifier);
    std::fs::write(folder.join("locator.onnx"), locator).unwrap();
    std::fs::write(folder.join("classifier.onnx"), classifier).unwrap();
    folder
}

fn load(folder: &std::path::Path) -> Result<Models, ModelError> {
    Models::from_folder(folder, 1)
}

/// Replaces a text by one of the same length, so that lengths stay right.
fn replace(bytes: &mut [u8], from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let at = bytes
        .windows(from.len())
        .position(|window| window == from.as_bytes())
        .unwrap();
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
}

#[test]
fn the_tiny_models_load_and_are_described() {
    let models = load(&folder("good", |_, _| {})).unwrap();
    let [locator, classifier] = &models.info;
    assert_eq!(
        (locator.kind, classifier.kind),
        (Kind::Locator, Kind::Classifier)
    );
    assert_eq!(locator.version, "test");
    assert_eq!(locator.sha256, sha256(&bytes("locator")));
    assert_eq!(classifier.temperature, Some(1.25));
    assert!(!locator.vouched);
}

#[test]
fn other_metadata_is_named() {
    let cases: [(&str, &str, &str, &str); 5] = [
        (
            "kind",
            "karasu.kind\x12\u{7}locator",
            "karasu.kind\x12\u{7}locatow",
            "karasu.kind",
        ),
        ("classes", "1m,2m,3m", "2m,1m,3m", "karasu.classes"),
        ("input", "rgb/128-1", "bgr/128-1", "karasu.input"),
        ("size", "multiple of 32", "multiple of 16", "karasu.size"),
        ("key", "karasu.version", "karasu.vertigo", "karasu.version"),
    ];
    for (name, from, to, key) in cases {
        let folder = folder(name, |locator, _| replace(locator, from, to));
        let fault = load(&folder).err().unwrap();
        let named = match &fault {
            ModelError::WrongMetadata { key, .. } | ModelError::NoMetadata { key, .. } => *key,
            other => panic!("{name}: {other}"),
        };
        assert_eq!(named, key);
        assert!(fault.to_string().contains("locator"), "{fault}");
    }
}

#[test]
fn the_two_networks_cannot_be_exchanged() {
    let folder = folder("swapped", std::mem::swap);
    let fault = load(&folder).err().unwrap();
    assert!(
        matches!(
            fault,
            ModelError::WrongMetadata {
                key: "karasu.kind",
                ..
            }
        ),
        "{fault}"
    );
}

#[test]
fn cut_and_foreign_files_are_not_usable() {
    let whole = bytes("classifier");
    for cut in (0..whole.len()).step_by(997) {
        let folder = folder("cut", |_, classifier| classifier.truncate(cut));
        assert!(load(&folder).is_err(), "{cut}");
    }
    for foreign in [
        b"\x89PNG\r\n\x1A\n".to_vec(),
        b"hello".to_vec(),
        vec![0; 4096],
        vec![0xFF; 4096],
    ] {
        let folder = folder("foreign", |locator, _| *locator = foreign);
        let fault = load(&folder).err().unwrap();
        assert!(matches!(fault, ModelError::NotUsable { .. }), "{fault}");
    }
}

#[test]
fn a_flipped_byte_never_crashes_and_a_manifest_finds_it() {
    let whole = bytes("locator");
    let manifest = format!(
        "[locator]\nsha256 = \"{}\"\n[classifier]\nsha256 = \"{}\"\n",
        sha256(&whole),
        sha256(&bytes("classifier"))
    );
    for at in (0..whole.len()).step_by(211) {
        let folder = folder("flipped", |locator, _| locator[at] ^= 0x20);
        // Without a manifest a changed weight is just another weight.
        let _ = load(&folder);
        std::fs::write(folder.join("manifest.toml"), &manifest).unwrap();
        let fault = load(&folder).err().unwrap();
        assert!(
            matches!(
                fault,
                ModelError::WrongSum {
                    kind: "locator",
                    ..
                }
            ),
            "{fault}"
        );
    }
    let good = folder("vouched", |_, _| {});
    std::fs::write(good.join("manifest.toml"), &manifest).unwrap();
    assert!(load(&good).unwrap().info.iter().all(|info| info.vouched));
}

#[test]
fn a_broken_manifest_is_named() {
    for text in ["not toml [", "", "[locator]\nsha256 = 5\n"] {
        let folder = folder("manifest", |_, _| {});
        std::fs::write(folder.join("manifest.toml"), text).unwrap();
        let fault = load(&folder).err().unwrap();
        assert!(matches!(fault, ModelError::Manifest { .. }), "{fault}");
    }
}

#[test]
fn single_files_are_checked_by_what_they_say_they_are() {
    let locator = check(&super::fixtures().join("tiny_locator.onnx")).unwrap();
    let classifier = check(&super::fixtures().join("tiny_classifier.onnx")).unwrap();
    assert_eq!(
        (locator.kind, classifier.kind),
        (Kind::Locator, Kind::Classifier)
    );
    assert!(check(&super::fixtures().join("missing.onnx")).is_err());
    let folder = folder("check", |locator, _| {
        replace(locator, "multiple of 32", "multiple of 99")
    });
    assert!(check(&folder.join("locator.onnx")).is_err());
}
