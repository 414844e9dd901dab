//! `karasu dataset check | split | stats | export`: labelled photos.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::usage::whole;
use crate::cli::{Exit, outln};
use crate::file;
use crate::labels::{self, Labelled, Part, Stats, coco, file_name, label_studio, yolo};
use crate::lang::{Lang, Said, counted};

/// A dataset to look at.
#[derive(clap::Args)]
pub struct LookArgs {
    /// A folder (COCO or YOLO), or the JSON of COCO or Label Studio
    dataset: PathBuf,
    /// JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `karasu dataset split`.
#[derive(clap::Args)]
pub struct SplitArgs {
    /// A folder (COCO or YOLO), or the JSON of COCO or Label Studio
    dataset: PathBuf,
    /// Folder to write `train` and `held` to
    #[arg(long)]
    out: PathBuf,
    /// Share of the photos to hold back
    #[arg(long, default_value_t = 0.2, value_parser = share)]
    share: f32,
    /// Seed of the choice
    #[arg(long, value_parser = whole::<u64>, default_value_t = 1)]
    seed: u64,
    /// Divide the photos of one physical set too (its figures are then no proof)
    #[arg(long)]
    by_photo: bool,
}

/// Arguments of `karasu dataset export`.
#[derive(clap::Args)]
pub struct ExportArgs {
    /// A folder (COCO or YOLO), or the JSON of COCO or Label Studio
    dataset: PathBuf,
    /// Folder to write to
    #[arg(long)]
    out: PathBuf,
    /// Format
    #[arg(long, value_enum)]
    format: Format,
}

/// Formats of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// COCO JSON, the program's own
    Coco,
    /// YOLO, boxes
    Yolo,
    /// YOLO, four corners
    YoloObb,
    /// Label Studio tasks
    LabelStudio,
}

fn share(text: &str) -> Result<f32, Said> {
    let number = text.trim().parse().ok();
    number
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| {
            Said::new(
                "0 と 1 の間の数を書きます",
                "write a number between 0 and 1",
            )
        })
}

fn load(dataset: &Path) -> Result<Vec<Labelled>, Failure> {
    let photos = labels::load(dataset).map_err(|error| {
        Failure::usage(Problem::worded("bad_dataset", |lang| error.message(lang)))
    })?;
    if photos.is_empty() {
        let place = dataset.display();
        return Err(Failure::usage(Problem::new(
            "no_photos",
            format!("{place}: 写真がありません"),
            format!("{place}: there are no photos in it"),
        )));
    }
    Ok(photos)
}

/// Names every mistake in a dataset's labels.
pub(crate) fn check(args: &LookArgs, lang: Lang) -> Done {
    let photos = load(&args.dataset)?;
    let findings = labels::check(&photos);
    for finding in &findings {
        if args.json {
            outln!("{}", serde_json::to_string(finding)?);
        } else {
            outln!(
                "{}: {}",
                finding.file.display(),
                finding.mistake.message(lang)
            );
        }
    }
    let count = photos.len();
    let found = findings.len();
    match lang {
        Lang::Ja => eprintln!("写真 {count} 枚、直すところ {found}"),
        Lang::En => eprintln!(
            "{}, {}",
            counted(count as i64, "photo"),
            counted(found as i64, "mistake")
        ),
    }
    Ok(match findings.is_empty() {
        true => Exit::Ok,
        false => Exit::SomeFailed,
    })
}

/// Counts a dataset.
pub(crate) fn stats(args: &LookArgs, lang: Lang) -> Done {
    let stats = labels::stats(&load(&args.dataset)?);
    if args.json {
        outln!("{}", serde_json::to_string(&stats)?);
    } else {
        outln!("{}", table(&stats, lang));
    }
    Ok(Exit::Ok)
}

fn table(stats: &Stats, lang: Lang) -> String {
    let row = |name: &str, value: String| format!("{name}\t{value}\n");
    let [few, middle, many] = stats.per_photo;
    let [small, median, large] = stats.side;
    let mut text = row(lang.pick("写真", "photos"), stats.photos.to_string());
    text += &row(lang.pick("牌", "tiles"), stats.tiles.to_string());
    text += &row(
        lang.pick("四隅つき", "with corners"),
        stats.quads.to_string(),
    );
    text += &row(
        lang.pick("一枚あたり (最小 中央 最大)", "a photo (min median max)"),
        format!("{few} {middle} {many}"),
    );
    text += &row(
        lang.pick(
            "牌の大きさ px (最小 中央 最大)",
            "tile side px (min median max)",
        ),
        format!("{small:.0} {median:.0} {large:.0}"),
    );
    for (name, count) in stats.sets.iter().chain(&stats.zones) {
        text += &row(name, count.to_string());
    }
    for (code, count) in &stats.classes {
        text += &row(code, count.to_string());
    }
    text.pop();
    text
}

/// Divides a dataset by physical set.
pub(crate) fn split(args: &SplitArgs, lang: Lang) -> Done {
    let photos = load(&args.dataset)?;
    let parts = labels::split(&photos, args.share, args.seed, args.by_photo).ok_or_else(|| {
        Failure::usage(Problem::new(
            "one_set",
            "写真はすべて同じ牌 (group) のものです。分けると見たことのある牌で測ることになります。それでもよければ --by-photo",
            "all photos are of one physical set (group): divided, the figures would be of tiles that were seen. If that is meant: --by-photo",
        ))
    })?;
    for (part, name) in [(Part::Train, "train"), (Part::Held, "held")] {
        let of_part: Vec<Labelled> = photos
            .iter()
            .zip(&parts)
            .filter(|(_, of)| **of == part)
            .map(|(photo, _)| photo.clone())
            .collect();
        let folder = args.out.join(name);
        write(&of_part, &folder, Format::Coco)?;
        tell(&of_part, &folder, lang);
    }
    Ok(Exit::Ok)
}

/// Writes a dataset in another format.
pub(crate) fn export(args: &ExportArgs, lang: Lang) -> Done {
    let photos = load(&args.dataset)?;
    write(&photos, &args.out, args.format)?;
    tell(&photos, &args.out, lang);
    Ok(Exit::Ok)
}

fn tell(photos: &[Labelled], out: &Path, lang: Lang) {
    let tiles: usize = photos.iter().map(|photo| photo.tiles.len()).sum();
    let (count, out) = (photos.len(), out.display());
    match lang {
        Lang::Ja => eprintln!("写真 {count} 枚、牌 {tiles} 枚 -> {out}"),
        Lang::En => eprintln!(
            "{} with {} -> {out}",
            counted(count as i64, "photo"),
            counted(tiles as i64, "tile")
        ),
    }
}

/// The pictures in `images/`, the labels as the format wants them. A name that
/// two photos share is made two.
fn write(photos: &[Labelled], out: &Path, format: Format) -> Result<(), Failure> {
    let images = out.join("images");
    let used = std::fs::read_dir(&images).is_ok_and(|mut entries| entries.next().is_some());
    let own = photos.iter().any(|photo| photo.file.starts_with(&images));
    if used && !own {
        let place = images.display();
        return Err(Failure::usage(Problem::new(
            "folder_used",
            format!(
                "{place}: すでに画像があります。混ざらないよう、空のフォルダを指定してください"
            ),
            format!(
                "{place}: there are pictures already; give an empty folder, so that nothing mixes"
            ),
        )));
    }
    std::fs::create_dir_all(&images).map_err(|error| Failure::unwritable(&images, &error))?;
    let named = copied(photos, &images)?;
    let put = |path: PathBuf, text: String| {
        std::fs::write(&path, text).map_err(|error| Failure::unwritable(&path, &error))
    };
    let inside = |photo: &Labelled| format!("images/{}", file_name(photo));
    match format {
        Format::Coco => put(
            out.join(coco::FILE),
            coco::write(&named, inside).to_string(),
        ),
        Format::LabelStudio => {
            let tasks = label_studio::write(&named, inside);
            put(out.join("label_studio.json"), tasks.to_string())
        }
        Format::Yolo | Format::YoloObb => {
            let folder = out.join(yolo::LABELS);
            std::fs::create_dir_all(&folder)
                .map_err(|error| Failure::unwritable(&folder, &error))?;
            for (name, text) in yolo::class_files() {
                put(out.join(name), text)?;
            }
            for photo in &named {
                let stem = photo.file.file_stem().unwrap_or_default();
                let lines = yolo::lines(photo, format == Format::YoloObb);
                put(folder.join(stem).with_extension("txt"), lines)?;
            }
            Ok(())
        }
    }
}

/// The photos with their files in a folder. No two have one stem, as a label
/// file is called by it; letters of either case are one name on some disks.
fn copied(photos: &[Labelled], images: &Path) -> Result<Vec<Labelled>, Failure> {
    let mut taken = std::collections::HashSet::new();
    let mut named = Vec::with_capacity(photos.len());
    for photo in photos {
        let plain = file_name(photo);
        let more = (1..).map(|n: u32| format!("{n}-{plain}"));
        let mut names = std::iter::once(plain.clone()).chain(more);
        let stem = |name: &str| {
            let stem = Path::new(name).file_stem().unwrap_or_default();
            stem.to_string_lossy().to_lowercase()
        };
        // Sooner or later a number is free.
        let name = names
            .find(|name| taken.insert(stem(name)))
            .unwrap_or(plain.clone());
        let target = images.join(&name);
        copy(&photo.file, &target)?;
        named.push(Labelled {
            file: target,
            ..photo.clone()
        });
    }
    Ok(named)
}

/// Links a picture where the disk allows it, else copies it.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    if file::same(from, to) {
        return Ok(());
    }
    if !from.is_file() {
        let error = io::Error::from(io::ErrorKind::NotFound);
        return Err(Failure::input(Problem::worded("bad_picture", |lang| {
            format!("{}: {}", from.display(), file::reason(&error, lang))
        })));
    }
    let linked = match std::fs::hard_link(from, to) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            std::fs::remove_file(to).and_then(|()| std::fs::hard_link(from, to))
        }
        Err(error) => Err(error),
    };
    linked
        .or_else(|_| std::fs::copy(from, to).map(|_| ()))
        .map_err(|error| Failure::unwritable(to, &error))
}
