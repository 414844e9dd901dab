//! `karasu batch` into a file that is there already.

use super::*;

#[test]
fn a_table_of_another_kind_is_not_gone_on_with_and_no_old_file_is_lost() {
    let folder = Folder::new("foreign");
    folder.fill(1);
    std::fs::write(folder.0.join("out.csv"), "name,points\nAki,5\n").unwrap();
    let refused = folder.run("out.csv", &["--resume"]);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("no file that a batch has written"), "{told}");
    // Written anew twice: both of the files before are there.
    for _ in 0..3 {
        folder.run("out.jsonl", &[]);
    }
    for name in ["out.jsonl.old", "out.jsonl-2.old"] {
        assert!(folder.0.join(name).exists(), "{name}");
    }
}

#[test]
fn other_rules_are_not_gone_on_with() {
    let folder = Folder::new("contains");
    folder.fill(1);
    let club = folder.at("club.toml");
    let run = |text: &str, more: &[&str]| {
        std::fs::write(&club, text).unwrap();
        let mut args = folder.args("out.jsonl");
        let rules = args.iter().position(|arg| arg == "--rules").unwrap();
        args[rules + 1] = club.clone();
        command(&args, more).output().unwrap()
    };
    let plain = "id = \"club\"\nbase = \"kichijoji\"\n";
    run(plain, &[]);
    let other = format!("{plain}[contains]\nryanpeikou = []\n");
    let refused = run(&other, &["--resume"]);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("under other rules"), "{told}");
}
