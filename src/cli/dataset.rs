//! `karasu dataset`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::labels;
use crate::cli::score::subject;
use crate::cli::usage::whole;
use crate::cli::{Exit, outln};
use crate::faces::rng::Rng;
use crate::faces::{FontBank, FontError};
use crate::file;
use crate::lang::{Lang, Said, counted};
use crate::notation;
use crate::profile::order;
use crate::render::art::{Art, ArtError};
use crate::render::kit::Kit;
use crate::render::layout::Hand;
use crate::render::material::Patterns;
use crate::render::surface::{SurfaceError, Surfaces};
use crate::render::{self, CropJob, RenderError, SceneJob, Studio};
use crate::render::{face_sheet, render_crops, render_dataset, scene_sheet, shoot};
use crate::tile::Tile;

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
    /// Look for mistakes in labels
    Check(labels::LookArgs),
    /// Divide photos into those to train on and those held back
    Split(labels::SplitArgs),
    /// Count photos, tiles and classes
    Stats(labels::LookArgs),
    /// Write labels as COCO, YOLO or Label Studio
    Export(labels::ExportArgs),
}

#[derive(clap::Args)]
struct RenderArgs {
    /// Folder to write to (created if need be)
    #[arg(long)]
    out: PathBuf,
    /// Seed: the same seed gives the same pictures
    #[arg(long, value_parser = whole::<u64>, default_value_t = 1)]
    seed: u64,
    /// Number of scenes
    #[arg(long, value_parser = whole::<usize>, default_value_t = 0)]
    count: usize,
    /// Number of classifier crops, instead of scenes
    #[arg(long, value_parser = whole::<usize>, conflicts_with = "count")]
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
    #[arg(long, value_parser = share, default_value_t = 0.35)]
    art_share: f32,
    /// Folder of further typefaces (may be given several times)
    #[arg(long)]
    fonts: Vec<PathBuf>,
    /// Use the free typefaces of the system too
    #[arg(long)]
    system_fonts: bool,
    /// Folder of pictures without tiles that serve as table tops
    #[arg(long)]
    surfaces: Option<PathBuf>,
    /// Threads (default: one per core); the result does not depend on it
    #[arg(long, value_parser = whole::<usize>)]
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
    /// The tiles are rows of a set, such as '123456789m 1234567z', not a hand
    #[arg(long)]
    rows: bool,
    /// JPEG file to write
    #[arg(long)]
    out: PathBuf,
    /// Picture size
    #[arg(long, default_value = "1280x960", value_parser = parse_size)]
    size: [usize; 2],
    /// Seed of the small irregularities
    #[arg(long, value_parser = whole::<u64>, default_value_t = 1)]
    seed: u64,
}

fn parse_size(text: &str) -> Result<[usize; 2], Said> {
    let parse = |part: &str| part.trim().parse::<usize>().ok();
    text.split_once(['x', 'X', '×'])
        .and_then(|(w, h)| Some([parse(w)?, parse(h)?]))
        .ok_or_else(|| Said::new("640x480 のように書きます", "write it like 640x480"))
}

fn share(text: &str) -> Result<f32, Said> {
    let number = text.trim().parse().ok();
    number
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| Said::new("0 から 1 の数を書きます", "write a number from 0 to 1"))
}

/// Runs the command.
pub(crate) fn run(args: Args, lang: Lang) -> Done {
    match args.command {
        Command::Render(args) => render_all(&args, lang),
        Command::Demo(args) => demo(&args, lang),
        Command::Check(args) => labels::check(&args, lang),
        Command::Split(args) => labels::split(&args, lang),
        Command::Stats(args) => labels::stats(&args, lang),
        Command::Export(args) => labels::export(&args, lang),
    }
}

fn demo(args: &DemoArgs, lang: Lang) -> Done {
    let studio = Studio {
        bank: FontBank::embedded(),
        patterns: Patterns::default(),
        arts: Vec::new(),
    };
    let shot = match args.rows {
        true => {
            let rows = rows_of_set(&args.tiles)?;
            let kit = Kit::classic(&studio.bank);
            render::rows(&kit, &rows, &studio, args.size, args.seed)
        }
        false => {
            let typed = notation::parse(&args.tiles)
                .map_err(|faults| subject::unreadable(&args.tiles, &faults))?;
            render::demo(&Hand::from(&typed), &studio, args.size, args.seed)
        }
    };
    let shot = shot.map_err(failed)?;
    let jpeg = shot.jpeg.unwrap_or_default();
    std::fs::write(&args.out, &jpeg).map_err(|source| {
        let path = args.out.clone();
        failed(RenderError::Write { path, source })
    })?;
    let (tiles, bytes, out) = (shot.labels.len(), jpeg.len(), args.out.display());
    match lang {
        Lang::Ja => outln!("牌 {tiles} 枚、{bytes} バイト -> {out}"),
        Lang::En => outln!("{}, {bytes} bytes -> {out}", counted(tiles as i64, "tile")),
    }
    Ok(Exit::Ok)
}

/// The rows of a set as they were typed.
fn rows_of_set(text: &str) -> Result<Vec<Vec<Tile>>, Failure> {
    let order = order(text).map_err(|fault| {
        let words = |lang| format!("--tiles: {}", fault.message(lang));
        Failure::usage(Problem::worded("bad_order", words))
    })?;
    Ok(order.into_iter().flatten().collect())
}

/// A picture or folder that could not be made: what the flags say is at
/// fault, unless the picture itself cannot be compressed.
fn failed(error: RenderError) -> Failure {
    let exit = match error {
        RenderError::Encode(_) => Exit::Internal,
        RenderError::Nothing | RenderError::Size(..) | RenderError::Write { .. } => Exit::Usage,
    };
    let problem = Problem::worded("render", |lang| render_message(&error, lang));
    Failure {
        exit,
        ..Failure::usage(problem)
    }
}

fn render_message(error: &RenderError, lang: Lang) -> String {
    match (error, lang) {
        (RenderError::Nothing, Lang::Ja) => {
            "枚数が 0 です。--count N (場面) か --crops N (切り抜き) を指定してください".to_owned()
        }
        (RenderError::Nothing, Lang::En) => {
            "nothing to render: give --count N (scenes) or --crops N (crops)".to_owned()
        }
        (RenderError::Size(w, h), Lang::Ja) => {
            format!("大きさ {w}x{h} は使えません: 縦横とも 64 から 4096 画素です")
        }
        (RenderError::Size(w, h), Lang::En) => {
            format!("the size {w}x{h} cannot be used: 64 to 4096 pixels each way")
        }
        (RenderError::Write { path, source }, Lang::Ja) => {
            format!(
                "{} に書けません: {}",
                path.display(),
                file::write_reason(source, lang)
            )
        }
        (RenderError::Write { path, source }, Lang::En) => {
            format!(
                "cannot write {}: {}",
                path.display(),
                file::write_reason(source, lang)
            )
        }
        (RenderError::Encode(error), Lang::Ja) => format!("画像を圧縮できません ({error})"),
        (RenderError::Encode(error), Lang::En) => format!("cannot encode a picture ({error})"),
    }
}

fn render_all(args: &RenderArgs, lang: Lang) -> Done {
    if args.crops.unwrap_or(args.count) == 0 {
        return Err(failed(RenderError::Nothing));
    }
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build_global()
            .map_err(anyhow::Error::from)?;
    }
    let (studio, art_share) = studio(args)?;
    eprintln!(
        "{} {}, {} {}",
        studio.bank.len(),
        lang.pick("書体", "typefaces"),
        studio.arts.len(),
        lang.pick("図柄", "drawing styles"),
    );
    let summary = work(args, &studio, art_share, lang).map_err(failed)?;
    outln!("{summary}");
    Ok(Exit::Ok)
}

/// Renders what the options ask for; the value is the one line of result.
fn work(
    args: &RenderArgs,
    studio: &Studio,
    art_share: f32,
    lang: Lang,
) -> Result<String, RenderError> {
    let progress = Progress::new(args.crops.unwrap_or(args.count), lang);
    let tell = |done: usize| progress.tell(done);
    let (seed, out) = (args.seed, args.out.display());
    let summary = if let Some(count) = args.crops {
        let job = CropJob {
            seed,
            count,
            art_share,
        };
        let stats = render_crops(&job, studio, &args.out, &tell)?;
        match lang {
            Lang::Ja => format!(
                "切り抜き {} 枚、牌セット {} 組 -> {out}",
                stats.crops, stats.sets
            ),
            Lang::En => format!(
                "{} of {} -> {out}",
                counted(stats.crops as i64, "crop"),
                counted(stats.sets as i64, "set")
            ),
        }
    } else {
        let job = SceneJob {
            seed,
            count: args.count,
            size: args.size,
            art_share,
        };
        let stats = render_dataset(&job, studio, &args.out, &tell)?;
        match lang {
            Lang::Ja => format!("場面 {}、牌 {} 枚 -> {out}", stats.images, stats.tiles),
            Lang::En => format!(
                "{} with {} -> {out}",
                counted(stats.images as i64, "scene"),
                counted(stats.tiles as i64, "tile")
            ),
        }
    };
    progress.end();
    if args.sheet {
        sheets(args, studio, art_share, &args.out)?;
    }
    Ok(summary)
}

/// Typefaces, patterns and drawings as the options say.
fn studio(args: &RenderArgs) -> Result<(Studio, f32), Failure> {
    let bank = FontBank::with_folders(&args.fonts, args.system_fonts).map_err(|error| {
        let FontError::Folder { path, source } = error;
        no_folder(&path, &source, [".ttf, .otf, .ttc", ".ttf, .otf or .ttc"])
    })?;
    let arts = args.art.as_deref().map(Art::load_all).transpose();
    let mut arts = arts.map_err(no_art)?.unwrap_or_default();
    let there = arts
        .iter()
        .map(|a| a.name.clone())
        .collect::<Vec<_>>()
        .join(", ");
    for name in args.hold_out.iter().chain(&args.only) {
        if !arts.iter().any(|art| &art.name == name) {
            let (name, there) = (name.clone(), there.clone());
            return Err(no_art(ArtError::Unknown { name, there }));
        }
    }
    arts.retain(|art| !args.hold_out.contains(&art.name));
    let mut share = args.art_share;
    if let Some(only) = &args.only {
        arts.retain(|art| &art.name == only);
        share = 1.0;
    }
    let mut patterns = Patterns::default();
    if let Some(folder) = &args.surfaces {
        let surfaces = Surfaces::of_folder(folder, args.seed);
        patterns = patterns.with_surfaces(surfaces.map_err(|SurfaceError { path, source }| {
            no_folder(&path, &source, [".jpg, .png", ".jpg or .png"])
        })?);
    }
    Ok((
        Studio {
            bank,
            patterns,
            arts,
        },
        share,
    ))
}

fn no_art(error: ArtError) -> Failure {
    match error {
        ArtError::Folder { path, source } => {
            let inside = [
                "図柄ごとのフォルダに 5m.png など",
                "one folder a style, with files such as 5m.png",
            ];
            no_folder(&path, &source, inside)
        }
        ArtError::Unknown { name, there } => Failure::usage(Problem::new(
            "unknown_style",
            format!("{name:?} という図柄はありません。あるのは: {there}"),
            format!("there is no drawing style {name:?}; there are: {there}"),
        )),
    }
}

/// A folder named by a flag that cannot be listed; `inside` is what belongs
/// there, in Japanese and English.
fn no_folder(path: &Path, error: &std::io::Error, inside: [&str; 2]) -> Failure {
    let (path, [ja, en]) = (path.display(), inside);
    // What is missing is a folder here too.
    let why = |lang| file::write_reason(error, lang);
    Failure::usage(Problem::new(
        "bad_folder",
        format!("{path}: {} (入れるもの: {ja})", why(Lang::Ja)),
        format!("{path}: {} (it holds {en})", why(Lang::En)),
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
    lang: Lang,
}

impl Progress {
    fn new(total: usize, lang: Lang) -> Progress {
        let now = Instant::now();
        Progress {
            total,
            start: now,
            last: Mutex::new(now),
            shown: std::io::stderr().is_terminal(),
            lang,
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
        let rate = self.total as f64 / seconds;
        match self.lang {
            Lang::Ja => eprintln!("\r{} 枚 {seconds:.1} 秒 ({rate:.1}/秒)", self.total),
            Lang::En => eprintln!("\r{} in {seconds:.1} s ({rate:.1}/s)", self.total),
        }
    }
}
