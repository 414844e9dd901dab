//! The built-in engine against ONNX Runtime. Which one a process uses is
//! decided once, so each runs in a process of its own: this test program,
//! started again with only the child's test.

use std::path::{Path, PathBuf};
use std::process::Command;

use karasu::detect::{CROP_HEIGHT, CROP_WIDTH, Models, Planes, engine};

/// Where the child writes its numbers; it does nothing without.
const OUT: &str = "KARASU_TEST_NUMBERS";

/// Numbers that look random, the same in both processes.
fn noise(n: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

fn picture(width: usize, height: usize) -> Planes {
    Planes {
        width,
        height,
        data: noise(3 * width * height, (width * 7 + height) as u32),
        scale: [1.0, 1.0],
    }
}

#[test]
fn child_computes() {
    let Some(out) = std::env::var_os(OUT) else {
        return;
    };
    let folder = super::scratch("engine");
    for kind in ["locator", "classifier"] {
        let from = super::fixtures().join(format!("tiny_{kind}.onnx"));
        std::fs::copy(from, folder.join(format!("{kind}.onnx"))).unwrap();
    }
    let mut text = format!("{}\n", engine::engine().unwrap().name());
    let mut put = |numbers: &[f32]| {
        let line: Vec<String> = numbers.iter().map(|v| v.to_string()).collect();
        text.push_str(&line.join(" "));
        text.push('\n');
    };
    for threads in [1, 2] {
        let models = Models::from_folder(&folder, threads).unwrap();
        // Sizes change between runs, as they do between two passes.
        for (width, height) in [(64, 32), (416, 320), (32, 96)] {
            let map = models.locator.locate(&picture(width, height)).unwrap();
            (0..9).for_each(|c| put(map.channel(c)));
        }
        for count in [1, 3, 17] {
            let crops = noise(
                count * 3 * (CROP_WIDTH * CROP_HEIGHT) as usize,
                count as u32,
            );
            for face in models.classifier.name(&crops).unwrap() {
                put(&face.logits);
                put(&face.turn);
                put(&face.embedding);
            }
        }
        assert!(models.classifier.name(&[]).unwrap().is_empty());
        // A picture of a wrong size is an error that leaves the engine usable.
        let wrong = Planes {
            width: 64,
            ..picture(32, 32)
        };
        assert!(models.locator.locate(&wrong).is_err());
        assert!(models.locator.locate(&picture(32, 32)).is_ok());
    }
    std::fs::write(out, text).unwrap();
}

fn numbers(library: &str) -> (String, Vec<f32>) {
    let out = super::scratch("numbers").join("out.txt");
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "engines::child_computes", "--nocapture"])
        .env(OUT, &out)
        .env("KARASU_ENGINE", library)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let text = std::fs::read_to_string(out).unwrap();
    let (name, rest) = text.split_once('\n').unwrap();
    let numbers = rest.split_ascii_whitespace().map(|v| v.parse().unwrap());
    (name.to_owned(), numbers.collect())
}

/// An ONNX Runtime on this machine: named by the environment, or in a Python
/// environment beside or above the checkout.
fn onnx_runtime() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("ORT_DYLIB_PATH") {
        return Some(path.into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let homes = root
        .ancestors()
        .flat_map(|f| [f.join("venv"), f.join(".venv")]);
    let capi = homes
        .filter_map(|venv| std::fs::read_dir(venv.join("lib")).ok())
        .flatten()
        .flatten()
        .map(|python| python.path().join("site-packages/onnxruntime/capi"));
    capi.filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .map(|file| file.path())
        .find(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libonnxruntime.so")
        })
}

#[test]
fn the_built_in_engine_computes() {
    let (name, numbers) = numbers("builtin");
    assert!(name.contains("built in"), "{name}");
    assert!(numbers.len() > 10_000 && numbers.iter().all(|v| v.is_finite()));
    // One and two threads agree.
    let (one, two) = numbers.split_at(numbers.len() / 2);
    let apart = one
        .iter()
        .zip(two)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(apart < 1e-5, "{apart}");
}

#[test]
fn both_engines_agree() {
    let Some(library) = onnx_runtime() else {
        eprintln!("SKIPPED: no ONNX Runtime on this machine (set ORT_DYLIB_PATH)");
        return;
    };
    let (name, theirs) = numbers(library.to_str().unwrap());
    assert!(
        name.contains("ONNX Runtime"),
        "{name}: {}",
        library.display()
    );
    let (_, ours) = numbers("builtin");
    assert_eq!(ours.len(), theirs.len());
    let apart = ours
        .iter()
        .zip(&theirs)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(apart < 1e-4, "{apart}");
}

#[test]
fn a_library_that_is_none_falls_back_to_the_built_in_engine() {
    let (name, _) = numbers("/nonexistent/libonnxruntime.so");
    assert!(name.contains("built in"), "{name}");
    let text = super::fixtures().join("make_tiny_models.py");
    let (name, _) = numbers(text.to_str().unwrap());
    assert!(name.contains("built in"), "{name}");
}
