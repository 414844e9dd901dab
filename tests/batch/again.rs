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

#[cfg(unix)]
#[test]
fn a_second_run_does_not_write_into_the_file_of_the_first() {
    let folder = Folder::new("two");
    folder.fill(20);
    folder.run("whole.jsonl", &[]);
    let mut first = folder.begin("out.jsonl", &["--jobs", "1"]);
    folder.wait_for("out.jsonl");
    while folder.0.join("out.jsonl").metadata().unwrap().len() == 0 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = first.id().to_string();
    let signal = |name: &str| {
        let mut kill = Command::new("kill");
        let sent = kill.args([name, &id]).status();
        assert!(sent.unwrap().success());
    };
    // The first one waits while the others try.
    signal("-STOP");
    let second = [
        folder.run("out.jsonl", &["--resume"]),
        folder.run("out.jsonl", &[]),
    ];
    signal("-CONT");
    for refused in second {
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains("another program is writing"), "{told}");
    }
    first.wait().unwrap();
    assert!(folder.records("out.jsonl") == folder.records("whole.jsonl"));
    assert!(!folder.0.join("out.jsonl.old").exists());
}
