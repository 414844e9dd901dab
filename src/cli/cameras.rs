//! `karasu cameras`: the cameras of this machine and what they can send.

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::{Exit, outln};
use crate::frame::camera::{self, CameraEntry};
use crate::lang::Lang;

/// Arguments of `karasu cameras`.
#[derive(clap::Args)]
pub struct Args {
    /// One JSON object a camera
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args, lang: Lang) -> Done {
    let cameras = camera::list()
        .map_err(|fault| Failure::input(Problem::worded("camera", |lang| fault.advice(lang))))?;
    if cameras.is_empty() {
        let none = "カメラはありません。つないでから、もう一度試してください";
        eprintln!(
            "{}",
            lang.pick(none, "there is no camera: plug one in and try again")
        );
    }
    if args.json {
        for entry in &cameras {
            outln!("{}", serde_json::to_string(entry)?);
        }
        return Ok(Exit::Ok);
    }
    for entry in &cameras {
        outln!("{}", describe(entry, lang));
    }
    Ok(Exit::Ok)
}

fn describe(entry: &CameraEntry, lang: Lang) -> String {
    let mut text = format!("{}: {} ({})", entry.index, entry.name, entry.place);
    if entry.modes.is_empty() {
        text += lang.pick(
            "\n   形式がわかりません (ほかのプログラムが使用中?)",
            "\n   formats unknown (in use by another program?)",
        );
    }
    for mode in &entry.modes {
        text += &format!(
            "\n   {} × {}  {} fps  {}",
            mode.width, mode.height, mode.fps, mode.format
        );
    }
    text
}
