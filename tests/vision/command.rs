//! `karasu read` and `karasu model` as other programs see them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn karasu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_karasu"))
        .args(args)
        .env("KARASU_ENGINE", "builtin")
        // No profile of whoever runs the tests takes part.
        .env("KARASU_DATA", super::scratch("data"))
        .output()
        .unwrap()
}

fn models() -> PathBuf {
    let folder = super::scratch("command-models");
    for kind in ["locator", "classifier"] {
        let from = super::fixtures().join(format!("tiny_{kind}.onnx"));
        std::fs::copy(from, folder.join(format!("{kind}.onnx"))).unwrap();
    }
    folder
}

fn lines(output: &Output) -> Vec<serde_json::Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_bad_file_gives_its_line_and_the_others_go_on() {
    let folder = super::scratch("command");
    let (good, heic, bomb) = (
        folder.join("good.png"),
        folder.join("photo.jpg"),
        folder.join("missing.jpg"),
    );
    image::RgbImage::from_pixel(320, 240, image::Rgb([90, 90, 90]))
        .save(&good)
        .unwrap();
    std::fs::write(&heic, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").unwrap();
    let models = models();
    let annotated = folder.join("out");
    let output = karasu(&[
        "read",
        "--json",
        "--lang",
        "en",
        "--model",
        text(&models),
        "--annotate",
        text(&annotated),
        text(&heic),
        text(&good),
        text(&bomb),
        text(&folder),
    ]);
    assert_eq!(
        output.status.code(),
        Some(3),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = lines(&output);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["error"]["kind"], "wrong_type");
    assert!(
        lines[0]["error"]["message"]
            .as_str()
            .unwrap()
            .contains("HEIC")
    );
    assert_eq!(lines[1]["image"], text(&good));
    assert_eq!(
        (&lines[1]["width"], &lines[1]["error"]),
        (&320.into(), &serde_json::Value::Null)
    );
    assert_eq!(lines[2]["error"]["kind"], "not_found");
    assert_eq!(lines[3]["error"]["kind"], "not_a_file");
    let drawn = image::open(annotated.join("good.jpg")).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (320, 240));
}

#[test]
fn doubt_alone_is_no_failure() {
    let folder = super::scratch("doubt");
    let photo = folder.join("empty-table.png");
    image::RgbImage::new(64, 64).save(&photo).unwrap();
    let output = karasu(&["read", "--json", "--model", text(&models()), text(&photo)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(!lines(&output)[0]["review"].as_array().unwrap().is_empty());
}

#[test]
fn usage_faults_and_model_faults_have_their_codes() {
    assert_eq!(karasu(&["read"]).status.code(), Some(2));
    let nowhere = super::scratch("nowhere");
    let output = karasu(&["read", "--model", text(&nowhere), "x.jpg"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told.matches("locator.onnx").count(), 1, "{told}");
    assert!(output.stdout.is_empty());
}

#[test]
fn models_are_described_and_measured() {
    let models = models();
    let output = karasu(&["model", "info", "--json", "--model", text(&models)]);
    assert_eq!(output.status.code(), Some(0));
    let info = &lines(&output)[0];
    assert_eq!(info["engine"], "rten (built in)");
    assert_eq!(info["models"][1]["temperature"], 1.25);

    let set = super::scratch("set");
    std::fs::create_dir(set.join("images")).unwrap();
    image::RgbImage::from_pixel(320, 240, image::Rgb([90, 90, 90]))
        .save(set.join("images/a.png"))
        .unwrap();
    let coco = serde_json::json!({
        "images": [{"id": 1, "file_name": "a.png", "width": 320, "height": 240}],
        "categories": [{"id": 9, "name": "5z"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 9, "bbox": [300, 220, 4, 4]}],
    });
    std::fs::write(set.join("annotations.coco.json"), coco.to_string()).unwrap();
    let csv = set.join("rows.csv");
    let output = karasu(&[
        "model",
        "eval",
        text(&set),
        "--json",
        "--csv",
        text(&csv),
        "--model",
        text(&models),
    ]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let result = &lines(&output)[0];
    assert_eq!(
        (&result["photos"], &result["tiles"]),
        (&1.into(), &1.into())
    );
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 2);
}

#[test]
fn what_cannot_be_measured_or_written_is_no_fault_of_the_program() {
    let (models, folder) = (models(), super::scratch("refused"));
    let no_model = folder.join("no.onnx");
    let no_set = folder.join("no-set");
    let nowhere = folder.join("no-folder/rows.csv");
    std::fs::write(folder.join("text.onnx"), "no model").unwrap();
    std::fs::write(
        folder.join("annotations.coco.json"),
        r#"{"images":[{"id":1,"file_name":"a.png","width":1,"height":1}],"annotations":[],"categories":[]}"#,
    )
    .unwrap();
    let demo = ["dataset", "demo", "--tiles", "123m11z", "--out"];
    for (args, code, place) in [
        (&["model", "check", text(&no_model)][..], 3, &no_model),
        (
            &["model", "check", text(&folder.join("text.onnx"))],
            3,
            &folder,
        ),
        (&["model", "eval", text(&no_set), "--json"], 3, &no_set),
        (
            &[
                "model",
                "eval",
                text(&folder),
                "--model",
                text(&models),
                "--csv",
                text(&nowhere),
            ],
            2,
            &nowhere,
        ),
        (&["model", "info", "--model", text(&no_set)], 2, &no_set),
        (&[&demo[..], &[text(&nowhere)]].concat(), 2, &nowhere),
        (&["read", text(&no_set)], 3, &no_set),
    ] {
        for lang in ["ja", "en"] {
            let output = karasu(&[args, &["--lang", lang]].concat());
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(code), "{args:?}: {told}");
            // The place once, and the reason once, in one language.
            assert_eq!(told.matches(text(place)).count(), 1, "{args:?}: {told}");
            assert_eq!(told.is_ascii(), lang == "en", "{args:?}: {told}");
            assert!(!told.contains("os error"), "{told}");
            if args.contains(&"--json") {
                assert_eq!(lines(&output)[0]["error"]["id"], "bad_dataset");
            }
        }
    }
}
