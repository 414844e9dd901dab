//! Tells the library whether the trained models are there to be built in.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(karasu_models)");
    let files = ["locator.onnx", "classifier.onnx", "manifest.toml"];
    for file in files {
        println!("cargo::rerun-if-changed=models/{file}");
    }
    let folder = std::path::Path::new("models");
    if files.iter().all(|file| folder.join(file).is_file()) {
        println!("cargo::rustc-cfg=karasu_models");
    }
}
