//! What a fuzzer may throw at karasu, as plain functions of bytes: they return
//! where the input is refused and panic where a promise is broken (promise 18).
//!
//! `fuzz/` hands them to libFuzzer; `tests/fuzz.rs` runs them on the stable
//! compiler over a bounded number of damaged inputs.

use std::path::{Path, PathBuf};

use karasu::batch::sidecar::{Sidecar, Table};
use karasu::frame;
use karasu::labels::{self, label_studio};
use karasu::lang::Lang;
use karasu::ledger::transfer;
use karasu::notation;
use karasu::receipt::Receipt;
use karasu::rules;
use karasu::score::{self, RawHand};
use serde_json::Value;

const LANGS: [Lang; 2] = [Lang::Ja, Lang::En];

/// A target by its name.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("notation", notation_text),
    ("rules", rule_file),
    ("cases", case_line),
    ("sidecar", sidecar_json),
    ("situations", situation_table),
    ("labels", label_file),
    ("ledger", ledger_import),
    ("receipt", receipt_file),
    ("picture", picture),
];

/// A receipt: what is read is verified without a panic, and written again it is
/// read alike.
pub fn receipt_file(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Receipt::parse(text) {
        Ok(receipt) => {
            for lang in LANGS {
                let _ = receipt.verify().json(lang);
            }
            assert!(Receipt::parse(&receipt.to_json()).is_ok(), "{text:?}");
        }
        Err(bad) => {
            for lang in LANGS {
                assert!(!bad.message(lang).is_empty());
            }
        }
    }
}

/// A file of its own for each process, in memory where there is such a place.
fn scratch(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    };
    folder.join(format!("karasu-fuzz-{}-{name}", std::process::id()))
}

/// A typed hand: what is understood prints as a text that is understood alike.
pub fn notation_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match notation::parse(text) {
        Ok(hand) => {
            let printed = hand.to_string();
            let again = notation::parse(&printed).map(|hand| hand.canonical());
            assert_eq!(
                again,
                Ok(hand.canonical()),
                "{text:?} printed as {printed:?}"
            );
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a word: {text:?}");
            for lang in LANGS {
                assert!(!notation::explain(text, &faults, lang).is_empty());
            }
        }
    }
}

/// A rule file: refused with a message, or rules that score.
pub fn rule_file(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match rules::load::parse(text) {
        Ok(rules) => {
            let hand = r#"{"concealed":"123p456p789p1122z","win_tile":"2z","win":"tsumo","seat_wind":"S"}"#;
            let raw: RawHand = serde_json::from_str(hand).expect("a case");
            if let Ok(input) = raw.resolve() {
                let _ = score::score(&rules, &input);
            }
        }
        Err(faults) => {
            for lang in LANGS {
                assert!(faults.iter().all(|fault| !fault.message(lang).is_empty()));
            }
            assert!(!faults.is_empty());
        }
    }
}

/// A case under every rule set: the total is the sum of the lines.
pub fn case_line(data: &[u8]) {
    let Ok(raw) = serde_json::from_slice::<RawHand>(data) else {
        return;
    };
    let Ok(input) = raw.resolve() else {
        return;
    };
    for id in rules::PRESETS {
        let rules = rules::preset(id).expect("a preset");
        if let Ok(sheet) = score::score(&rules, &input) {
            let sticks = i64::from(input.sticks) * i64::from(rules.options.riichi_stick);
            assert_eq!(i64::from(sheet.deltas.sum()), sticks, "{input:?}");
            assert_eq!(sheet.chip_deltas.sum(), 0, "{input:?}");
        }
    }
}

/// `a.hand.json`.
pub fn sidecar_json(data: &[u8]) {
    if let Ok(Value::Object(object)) = serde_json::from_slice(data)
        && let Ok(sidecar) = Sidecar::from_json(&object)
        && let Some(hand) = notation::parse("123p456p789p1122z+2z").ok()
    {
        let _ = sidecar.input(&hand);
    }
}

/// A CSV of situations.
pub fn situation_table(data: &[u8]) {
    let path = scratch("table.csv");
    std::fs::write(&path, data).expect("room in memory");
    let _ = Table::load(&path);
}

/// COCO and Label Studio.
pub fn label_file(data: &[u8]) {
    let path = scratch("labels.json");
    std::fs::write(&path, data).expect("room in memory");
    let _ = labels::load(&path);
    let _ = label_studio::load(&path);
}

/// An export of a ledger: what is taken can be exported again, the same.
pub fn ledger_import(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let path = scratch("import.karasu");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    if let Ok(mut ledger) = transfer::import(text, &path) {
        transfer::export(&mut ledger, transfer::Format::Json).expect("what was imported exports");
    }
}

/// A photo of any kind.
pub fn picture(data: &[u8]) {
    if let Ok(image) = frame::decode(data) {
        assert!(image.width() <= frame::MAX_SIDE && image.height() <= frame::MAX_SIDE);
    }
}
