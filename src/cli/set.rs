//! `karasu set`: tile-set profiles.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueHint};
use serde_json::{Value, json};

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::read::EngineArgs;
use crate::cli::{Exit, outln};
use crate::frame;
use crate::lang::{Lang, counted};
use crate::profile::{
    self, Cell, LookError, Order, Page, Profile, ProfileError, Remark, Sample, Shelf, TileSets,
    order,
};
use crate::read::{Options, Reader};
use crate::tile::Tile;

/// Arguments of `karasu set`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// One line of JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Learn a set from photos of its tiles in rows
    Learn(LearnArgs),
    /// List the sets (the default)
    List,
    /// What is known of one set
    Show {
        /// Name of the set
        name: String,
    },
    /// Remove a set with the crops that were kept
    Forget {
        /// Name of the set
        name: String,
    },
}

#[derive(clap::Args)]
struct LearnArgs {
    /// Name of the set
    name: String,
    /// Photos: rows of 1-9m, 1-9p, 1-9s, honours, reds, flowers, in any order of rows; tiles may be missing
    #[arg(required = true, value_name = "PHOTO", value_hint = ValueHint::FilePath)]
    photos: Vec<PathBuf>,
    /// What the rows are, such as '123456789m 1234567z0m0p0s' (- leaves a row out)
    #[arg(long, value_name = "ROWS")]
    order: Option<String>,
    /// Only show what is seen, learn nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub(crate) fn run(args: Args, lang: Lang) -> Done {
    let json = args.json;
    match args.command.unwrap_or(Command::List) {
        Command::Learn(args) => learn(&args, json, lang),
        Command::List => list(json, lang),
        Command::Show { name } => show(&name, json, lang),
        Command::Forget { name } => {
            Shelf::open()
                .and_then(|shelf| shelf.forget(&name))
                .map_err(|e| failed(&e))?;
            match (json, lang) {
                (true, _) => outln!("{}", json!({"name": name, "forgotten": true})),
                (_, Lang::Ja) => outln!("{name}: 忘れました"),
                (_, Lang::En) => outln!("{name}: forgotten"),
            }
            Ok(Exit::Ok)
        }
    }
}

fn failed(error: &ProfileError) -> Failure {
    let problem = Problem::worded(error.code(), |lang| error.message(lang));
    match error {
        ProfileError::Engine(_) => Failure {
            exit: Exit::Internal,
            ..Failure::usage(problem)
        },
        _ => Failure::usage(problem),
    }
}

/// The profiles that `--tiles` asks for. A profile that was made with another
/// model is made anew; that, and a damaged one among several, is told on stderr.
///
/// # Errors
/// When the named profile cannot be used.
pub(crate) fn wanted(tiles: &str, reader: &Reader, lang: Lang) -> Result<TileSets, Failure> {
    let shelf = match Shelf::open() {
        // Without a place for profiles there are none.
        Err(ProfileError::NoHome) => None,
        shelf => Some(shelf.map_err(|error| failed(&error))?),
    };
    let (sets, remarks) =
        profile::wanted(tiles, shelf.as_ref(), reader).map_err(|error| failed(&error))?;
    for remark in remarks {
        eprintln!("karasu: {}", remark.message(lang));
    }
    Ok(sets)
}

/// One photo as understood, with its name.
struct Shown {
    photo: String,
    page: Page,
}

impl Shown {
    fn rows(&self) -> &[Vec<Cell>] {
        &self.page.lesson.rows
    }
}

fn learn(args: &LearnArgs, json: bool, lang: Lang) -> Done {
    let shelf = Shelf::open().map_err(|error| failed(&error))?;
    let order = wanted_order(args)?;
    let reader = args.engine.reader_with(Options::default())?;
    let name = args.name.as_str();
    let mut profile = begun(&shelf, name, &reader, lang)?;
    let mut pages = Vec::new();
    let mut problems = Vec::new();
    for photo in &args.photos {
        match page(photo, &reader, &profile, order.as_ref()) {
            Ok(page) => pages.push(page),
            Err(failure) => problems.push(failure),
        }
    }
    if pages.iter().all(|shown| shown.rows().is_empty()) && problems.is_empty() {
        return Err(Failure::input(nothing_seen()));
    }
    let samples: Vec<Sample> = pages
        .iter()
        .flat_map(|shown| shown.page.samples())
        .collect();
    let mut new = 0;
    if !samples.is_empty() && !args.dry_run {
        let learned = profile.learn(samples, reader.detector());
        new = learned.map_err(|error| failed(&error.into()))?;
        shelf.save(&profile).map_err(|error| failed(&error))?;
    }
    let told = Told {
        pages: &pages,
        profile: &profile,
        new,
        dry_run: args.dry_run,
    };
    // A fault is JSON only where it is all there is to say.
    if json && pages.is_empty() {
        return Err(all_failed(problems));
    }
    for problem in &problems {
        problem.tell(false, lang);
    }
    match json {
        true => outln!("{}", told.json(lang)),
        false if pages.is_empty() => {}
        false => outln!("{}", told.text(lang).trim_end()),
    }
    Ok(match problems.is_empty() {
        true => Exit::Ok,
        false => Exit::SomeFailed,
    })
}

/// The profile of this name to learn more, or a new one.
fn begun(shelf: &Shelf, name: &str, reader: &Reader, lang: Lang) -> Result<Profile, Failure> {
    let (profile, anew) = shelf.begin(name, reader).map_err(|error| failed(&error))?;
    if anew {
        let remark = Remark::MadeAnew(name.to_owned());
        eprintln!("karasu: {}", remark.message(lang));
    }
    Ok(profile)
}

fn all_failed(failures: Vec<Failure>) -> Failure {
    Failure {
        exit: Exit::SomeFailed,
        problems: failures
            .into_iter()
            .flat_map(|failure| failure.problems)
            .collect(),
        shown: None,
    }
}

fn nothing_seen() -> Problem {
    Problem::new(
        "no_tiles",
        "写真に牌の行が見えません。牌を表向きに一行ずつ並べ、真上に近いところから撮ってください",
        "no rows of tiles are seen: lay the tiles face up in rows and take the photo from nearly above",
    )
}

fn wanted_order(args: &LearnArgs) -> Result<Option<Order>, Failure> {
    let Some(text) = &args.order else {
        return Ok(None);
    };
    if args.photos.len() > 1 {
        return Err(Failure::usage(Problem::new(
            "usage",
            "--order は写真一枚のときだけ使えます。一枚ずつ覚えさせてください",
            "--order goes with a single photo: learn from one after the other",
        )));
    }
    let order = order(text).map_err(|fault| {
        let words = |lang| format!("--order: {}", fault.message(lang));
        Failure::usage(Problem::worded("bad_order", words))
    })?;
    Ok(Some(order))
}

/// Understands one photo; what the profile knows already helps.
fn page(
    photo: &Path,
    reader: &Reader,
    profile: &Profile,
    order: Option<&Order>,
) -> Result<Shown, Failure> {
    let input = |id, words: &dyn Fn(Lang) -> String| {
        let words = |lang| format!("{}: {}", photo.display(), words(lang));
        Failure::input(Problem::worded(id, words))
    };
    let frame =
        frame::open(photo).map_err(|error| input(error.code(), &|lang| error.message(lang)))?;
    let page =
        Page::look(frame.image, reader, Some(profile), order).map_err(|error| match error {
            LookError::Engine(error) => failed(&error.into()),
            LookError::Order(fault) => input("bad_order", &|lang| fault.message(lang)),
        })?;
    let photo = photo.display().to_string();
    Ok(Shown { photo, page })
}

/// What `learn` tells.
struct Told<'a> {
    pages: &'a [Shown],
    profile: &'a Profile,
    new: usize,
    dry_run: bool,
}

impl Told<'_> {
    /// The classes that the set has not shown.
    fn unseen(&self) -> Vec<Tile> {
        let lessons = self.pages.iter().map(|shown| &shown.page.lesson);
        profile::unseen(&self.profile.classes(), lessons)
    }

    fn text(&self, lang: Lang) -> String {
        let mut text = String::new();
        for page in self.pages {
            text.push_str(&format!("{}\n", page.photo));
            for (r, row) in page.rows().iter().enumerate() {
                let cells = row
                    .iter()
                    .map(|cell| format!("{}{}", cell.tile, mark(cell)));
                let cells: Vec<String> = cells.collect();
                text.push_str(&format!("{:3}  {}\n", r + 1, cells.join(" ").trim_end()));
            }
            for (r, row) in page.rows().iter().enumerate() {
                for (c, cell) in row.iter().enumerate() {
                    if let Some(said) = cell.doubt_text((r, c), lang) {
                        text.push_str(&format!("  {} {said}\n", mark(cell)));
                    }
                }
            }
        }
        text + &self.closing(lang)
    }

    fn closing(&self, lang: Lang) -> String {
        let name = self.profile.name();
        let classes = self.profile.classes();
        let (kinds, crops) = (classes.len(), classes.values().sum::<usize>());
        let unseen = self.unseen();
        let codes: Vec<&str> = unseen.iter().map(|tile| tile.code()).collect();
        let mut text = match (unseen.is_empty(), lang) {
            (true, _) => String::new(),
            (_, Lang::Ja) => format!("見ていない牌: {}\n", codes.join(" ")),
            (_, Lang::En) => format!("not seen: {}\n", codes.join(" ")),
        };
        text.push_str(&match (self.dry_run, lang) {
            (true, Lang::Ja) => "試しただけで、何も覚えていません (--dry-run)".to_owned(),
            (true, Lang::En) => "nothing was learned (--dry-run)".to_owned(),
            (_, Lang::Ja) => format!(
                "{name}: {} 枚を覚えました (合わせて {kinds} 種類 {crops} 枚)",
                self.new
            ),
            (_, Lang::En) => format!(
                "{name}: learned {} (in all {kinds} classes, {})",
                counted(self.new as i64, "tile"),
                counted(crops as i64, "crop")
            ),
        });
        text
    }

    fn json(&self, lang: Lang) -> Value {
        let cell = |r: usize, c: usize, cell: &Cell| {
            let mut record = json!({"class": cell.tile, "score": f64::from((cell.score * 1e4).round()) / 1e4,
                                    "learned": cell.is_sure() && !self.dry_run});
            if let Some(doubt) = &cell.doubt {
                record["doubt"] = json!(doubt.code());
                let said = cell.doubt_text((r, c), lang).unwrap_or_default();
                record["message"] = json!(format!("{} {said}", mark(cell)));
            }
            record
        };
        let page = |page: &Shown| {
            let rows = page.rows().iter().enumerate().map(|(r, row)| {
                let cells = row.iter().enumerate().map(|(c, one)| cell(r, c, one));
                cells.collect::<Vec<_>>()
            });
            json!({"image": page.photo, "rows": rows.collect::<Vec<_>>()})
        };
        json!({"schema": "karasu.set/1", "name": self.profile.name(), "photos": self.pages.iter().map(page).collect::<Vec<_>>(),
               "learned": self.new, "dry_run": self.dry_run, "classes": classes(self.profile),
               "not_seen": self.unseen()})
    }
}

/// How a cell is marked: learned as its place says, or not learned.
fn mark(cell: &Cell) -> char {
    match (&cell.doubt, cell.is_sure()) {
        (None, _) => ' ',
        (_, true) => '!',
        (_, false) => '?',
    }
}

fn classes(profile: &Profile) -> Value {
    let classes = profile.classes().into_iter();
    classes
        .map(|(tile, n)| (tile.code().to_owned(), json!(n)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn list(json: bool, lang: Lang) -> Done {
    let entries = Shelf::open()
        .and_then(|shelf| shelf.list())
        .map_err(|error| failed(&error))?;
    let mut exit = Exit::Ok;
    let mut records = Vec::new();
    let mut lines = String::new();
    for entry in &entries {
        match &entry.profile {
            Ok(profile) => {
                records.push(record(profile));
                lines.push_str(&format!("{}\n", line(profile, lang)));
            }
            Err(error) => {
                exit = Exit::SomeFailed;
                let error = error.message(lang);
                records.push(
                    json!({"name": entry.name, "error": {"kind": "damaged_set", "message": error}}),
                );
                eprintln!("karasu: {error}");
            }
        }
    }
    match (json, entries.is_empty(), lang) {
        (true, ..) => outln!("{}", json!({"sets": records})),
        (_, true, Lang::Ja) => eprintln!("牌セットはまだありません: karasu set learn 名前 写真"),
        (_, true, Lang::En) => eprintln!("there are no tile sets yet: karasu set learn NAME PHOTO"),
        _ => crate::cli::out!("{lines}"),
    }
    Ok(exit)
}

fn record(profile: &Profile) -> Value {
    json!({"name": profile.name(), "created": profile.created(), "model": profile.model(), "classes": classes(profile)})
}

fn line(profile: &Profile, lang: Lang) -> String {
    let classes = profile.classes();
    let (name, kinds, crops) = (
        profile.name(),
        classes.len(),
        classes.values().sum::<usize>(),
    );
    match lang {
        Lang::Ja => format!("{name}  {kinds} 種類 {crops} 枚  {}", profile.created()),
        Lang::En => format!(
            "{name}  {kinds} classes, {crops} crops  {}",
            profile.created()
        ),
    }
}

fn show(name: &str, json: bool, lang: Lang) -> Done {
    let profile = Shelf::open()
        .and_then(|shelf| shelf.load(name))
        .map_err(|error| failed(&error))?;
    if json {
        outln!("{}", record(&profile));
        return Ok(Exit::Ok);
    }
    let mut text = format!("{}\n", line(&profile, lang));
    text.push_str(&format!(
        "{} {}\n",
        lang.pick("モデル", "model"),
        profile.model()
    ));
    for (tile, n) in profile.classes() {
        text.push_str(&format!("{tile:>4} {n:3}\n"));
    }
    crate::cli::out!("{text}");
    Ok(Exit::Ok)
}
