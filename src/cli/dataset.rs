//! `karasu dataset`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::cli::Exit;
use crate::faces::FontBank;
use crate::faces::rng::Rng;
use crate::lang::Lang;
use crate::notation;
use crate::render::art::{Art, ArtError};
use crate::render::kit::Kit;
use crate::render::layout::Hand;
use crate::render::material::Patterns;
use crate::render::{self, CropJob, RenderError, SceneJob, Studio};
use crate::render::{face_sheet, render_crops, render_dataset, scene_sheet, shoot};

/// Arguments of `karasu dataset`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Render labelled scenes, or crops for the classifier
    Render(RenderArgs),
    /// Render one clean picture of a typed hand
    Demo(DemoArgs),
}

#[derive(clap::Args)]
struct RenderArgs {
    /// Folder to write to (created if need be)
    #[arg(long)]
    out: PathBuf,
    /// Seed: the same seed gives the same pictures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of scenes
    #[arg(long, default_value_t = 0)]
    count: usize,
    /// Number of classifier crops, instead of scenes
    #[arg(long, conflicts_with = "count")]
    crops: Option<usize>,
    /// Picture size
    #[arg(long, default_value = "640x480", value_parser = parse_size)]
    size: [usize; 2],
    /// Folder of face drawings, one sub-folder per style with files such as 5m.png
    #[arg(long)]
    art: Option<PathBuf>,
    /// Leave this drawing style out (may be given several times)
    #[arg(long, requires = "art")]
    hold_out: Vec<String>,
    /// Use only this drawing style, for every set
    #[arg(long, requires = "art")]
    only: Option<String>,
    /// Share of sets whose faces follow drawings
    #[arg(long, default_value_t = 0.35)]
    art_share: f32,
    /// Folder of further typefaces (may be given several times)
    #[arg(long)]
    fonts: Vec<PathBuf>,
    /// Use the free typefaces of the system too
    #[arg(long)]
    system_fonts: bool,
    /// Threads (default: one per core); the result does not depend on it
    #[arg(long)]
    jobs: Option<usize>,
    /// Also write contact sheets: scenes with their labels, and faces
    #[arg(long)]
    sheet: bool,
}

#[derive(clap::Args)]
struct DemoArgs {
    /// The hand, such as '123m406p789s11z (555z)+1z g:1m9m d:3p'
    #[arg(long)]
    tiles: String,
    /// JPEG file to write
    #[arg(long)]
    out: PathBuf,
    /// Picture size
    #[arg(long, default_value = "1280x960", value_parser = parse_size)]
    size: [usize; 2],
    /// Seed of the small irregularities
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn parse_size(text: &str) -> Result<[usize; 2], String> {
    let parse = |part: &str| part.trim().parse::<usize>().ok();
    text.split_once(['x', 'X', '×'])
        .and_then(|(w, h)| Some([parse(w)?, parse(h)?]))
        .ok_or_else(|| format!("{text:?} is not a size: write it like 640x480"))
}

/// Runs the command.
pub fn run(args: Args, lang: Lang) -> anyhow::Result<Exit> {
    match args.command {
        Command::Render(args) => render_all(&args, lang),
        Command::Demo(args) => demo(&args, lang),
    }
}

fn demo(args: &DemoArgs, lang: Lang) -> anyhow::Result<Exit> {
    let typed = match notation::parse(&args.tiles) {
        Ok(typed) => typed,
        Err(faults) => {
            for fault in faults {
                eprintln!("karasu: {}", fault.message(lang));
            }
            return Ok(Exit::Usage);
        }
    };
    let studio = Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    };
    let shot = render::demo(&Hand::from(&typed), &studio, args.size, args.seed)?;
    let jpeg = shot
        .jpeg
        .context("the demonstration picture is always compressed")?;
    std::fs::write(&args.out, &jpeg)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    writeln!(
        std::io::stdout(),
        "{} tiles, {} bytes -> {}",
        shot.labels.len(),
        jpeg.len(),
        args.out.display()
    )?;
    Ok(Exit::Ok)
}

fn render_all(args: &RenderArgs, lang: Lang) -> anyhow::Result<Exit> {
    if args.crops.unwrap_or(args.count) == 0 {
        eprintln!(
            "karasu: {}",
            lang.pick(
                "枚数が 0 です。--count N (場面) か --crops N (切り抜き) を指定してください",
                "nothing to render: give --count N (scenes) or --crops N (crops)"
            )
        );
        return Ok(Exit::Usage);
    }
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build_global()
            .context("cannot start the threads")?;
    }
    let (studio, art_share) = match studio(args) {
        Ok(found) => found,
        Err(error) => {
            let what = lang.pick("書体か図柄を用意できません", "typefaces or drawings");
            eprintln!("karasu: {what}: {error}");
            return Ok(Exit::Usage);
        }
    };
    eprintln!(
        "{} {}, {} {}",
        studio.bank.len(),
        lang.pick("書体", "typefaces"),
        studio.arts.len(),
        lang.pick("図柄", "drawing styles"),
    );
    match work(args, &studio, art_share) {
        Ok(summary) => {
            writeln!(std::io::stdout(), "{summary}")?;
            Ok(Exit::Ok)
        }
        Err(error) => {
            let what = lang.pick("画像を作れません", "rendering failed");
            eprintln!("karasu: {what}: {error}");
            Ok(Exit::Usage)
        }
    }
}

/// Renders what the options ask for; the value is the one line of result.
fn work(args: &RenderArgs, studio: &Studio, art_share: f32) -> Result<String, RenderError> {
    let progress = Progress::new(args.crops.unwrap_or(args.count));
    let tell = |done: usize| progress.tell(done);
    let (seed, out) = (args.seed, args.out.display());
    let summary = if let Some(count) = args.crops {
        let job = CropJob {
            seed,
            count,
            art_share,
        };
        let stats = render_crops(&job, studio, &args.out, &tell)?;
        format!("{} crops of {} sets -> {out}", stats.crops, stats.sets)
    } else {
        let job = SceneJob {
            seed,
            count: args.count,
            size: args.size,
            art_share,
        };
        let stats = render_dataset(&job, studio, &args.out, &tell)?;
        format!(
            "{} scenes with {} tiles -> {out}",
            stats.images, stats.tiles
        )
    };
    progress.end();
    if args.sheet {
        sheets(args, studio, art_share, &args.out)?;
    }
    Ok(summary)
}

/// Typefaces, patterns and drawings as the options say.
fn studio(args: &RenderArgs) -> anyhow::Result<(Studio, f32)> {
    let bank = FontBank::with_folders(&args.fonts, args.system_fonts)?;
    let mut arts = match &args.art {
        Some(folder) => Art::load_all(folder)?,
        None => Vec::new(),
    };
    let there = arts
        .iter()
        .map(|a| a.name.clone())
        .collect::<Vec<_>>()
        .join(", ");
    for name in args.hold_out.iter().chain(&args.only) {
        if !arts.iter().any(|art| &art.name == name) {
            let (name, there) = (name.clone(), there.clone());
            return Err(ArtError::Unknown { name, there }.into());
        }
    }
    arts.retain(|art| !args.hold_out.contains(&art.name));
    let mut share = args.art_share;
    if let Some(only) = &args.only {
        arts.retain(|art| &art.name == only);
        share = 1.0;
    }
    Ok((
        Studio {
            bank,
            patterns: Patterns::default(),
            arts,
        },
        share,
    ))
}

/// Contact sheets of what these options give.
fn sheets(
    args: &RenderArgs,
    studio: &Studio,
    art_share: f32,
    out: &Path,
) -> Result<(), RenderError> {
    let shots = (0..16)
        .map(|number| {
            let key = Rng::keyed(&[args.seed, 0x5ee7, number]).next_u64();
            let kit = Kit::random(key, &studio.bank, &studio.arts, art_share);
            let mut rng = Rng::keyed(&[key]);
            shoot(&kit, studio, args.size, &mut rng)
        })
        .collect::<Result<Vec<_>, _>>()?;
    scene_sheet(&shots, 4, &out.join("scenes.png"))?;
    let keys = (0..16).map(|n| Rng::keyed(&[args.seed, 0x5ee7, n]).next_u64());
    face_sheet(studio, keys, art_share, &out.join("faces.png"))?;
    Ok(())
}

/// A counter on stderr, at most four times a second.
struct Progress {
    total: usize,
    start: Instant,
    last: Mutex<Instant>,
    shown: bool,
}

impl Progress {
    fn new(total: usize) -> Progress {
        let now = Instant::now();
        Progress {
            total,
            start: now,
            last: Mutex::new(now),
            shown: std::io::stderr().is_terminal(),
        }
    }

    fn tell(&self, done: usize) {
        let Ok(mut last) = self.last.try_lock() else {
            return;
        };
        if self.shown && last.elapsed() > Duration::from_millis(250) {
            *last = Instant::now();
            let rate = done as f64 / self.start.elapsed().as_secs_f64();
            eprint!("\r{done}/{} ({rate:.0}/s) ", self.total);
        }
    }

    fn end(&self) {
        let seconds = self.start.elapsed().as_secs_f64();
        eprintln!(
            "\r{} in {seconds:.1} s ({:.1}/s)",
            self.total,
            self.total as f64 / seconds
        );
    }
}
