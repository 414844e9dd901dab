//! `karasu ledger add`: what happened in a hand.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::told::{Told, stick_count};
use super::{Answer, failure, named, open, refused};
use crate::cli::failure::{Done, Failure, Problem};
use crate::cli::score::flags::Situation;
use crate::cli::score::subject::unreadable;
use crate::cli::{Exit, out, outln, verify};
use crate::lang::Said;
use crate::ledger::event::Turn;
use crate::ledger::show::{added, by_name, game_json};
use crate::ledger::{After, Entry, Event, Game, Ledger, Refusal, Winner};
use crate::notation;
use crate::receipt::Receipt;
use crate::score::HandInput;
use crate::score::unsaid::Fact;
use crate::seat::Seat;
use crate::settle::event::NagashiKind;
use also::Also;
use beside::What;

mod also;
mod beside;
mod case;

/// What is said of the table, not of the win.
const TABLE: [Fact; 3] = [Fact::Honba, Fact::Sticks, Fact::Round];
/// The flags of which only one can stand.
const EVENTS: &str = "what_happened";

/// Arguments of `karasu ledger add`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The ledger (if not said: the one in the data folder), then the winning hand
    #[arg(value_name = "FILE|NOTATION")]
    words: Vec<OsString>,
    /// Who won (or --seat)
    #[arg(long, value_name = "NAME")]
    winner: Option<String>,
    /// Who dealt in (or --ron-from); a tsumo if neither is said
    #[arg(long, value_name = "NAME", conflicts_with = "tsumo")]
    from: Option<String>,
    /// A further winner on the same discard: 'HAND --winner NAME --riichi …'
    /// (a name with blanks between double quotes: --winner "Aki K")
    #[arg(long, value_name = "WIN")]
    also: Vec<String>,
    /// A win as a hand case (cases/README.md); again for each further winner
    #[arg(long, value_name = "JSON", group = EVENTS)]
    case: Vec<String>,
    /// Keep this receipt of the win with it; no hand need be typed then
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// Who put down a riichi stick in this hand; a winner in riichi is counted anyway
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    declared: Vec<String>,
    /// Nobody won
    #[arg(long, group = EVENTS)]
    draw: bool,
    /// The hand is void: nobody pays
    #[arg(long, group = EVENTS)]
    abort: bool,
    /// Nagashi mangan of this player
    #[arg(long, value_name = "NAME", group = EVENTS)]
    nagashi: Option<String>,
    /// Nagashi tanyao of this player
    #[arg(long, value_name = "NAME", group = EVENTS)]
    nagashi_tanyao: Option<String>,
    /// Who was tenpai at a draw
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    tenpai: Vec<String>,
    /// A fault of this player
    #[arg(long, value_name = "NAME", group = EVENTS)]
    chombo: Option<String>,
    /// Which fault, as the rules call it
    #[arg(
        long,
        value_name = "KIND",
        default_value = "chombo",
        requires = "chombo"
    )]
    kind: String,
    /// Set points right, such as A=+10,B=-10 (or, with --honba …, the table)
    #[arg(long, value_name = "A=+N,B=-N", value_delimiter = ',', num_args = 0.., group = EVENTS, value_parser = change)]
    adjust: Option<Vec<Change>>,
    /// Set chips right (with --adjust)
    #[arg(long, value_name = "A=+N,B=-N", value_delimiter = ',', requires = "adjust", value_parser = change)]
    chips: Vec<Change>,
    /// Why it is adjusted
    #[arg(long, value_name = "TEXT", requires = "adjust")]
    reason: Option<String>,
    /// The game is over: the final account
    #[arg(long, group = EVENTS)]
    end: bool,
    /// Who deals next, where the rules do not say
    #[arg(long, value_name = "NAME")]
    next_dealer: Option<String>,
    /// Who sits out the next hand, if not as the rule set's option sit_out says
    #[arg(long, value_name = "NAME")]
    sits_out: Option<String>,
    #[command(flatten)]
    situation: Situation,
}

/// A change of one player's points or chips.
#[derive(Clone, Debug)]
struct Change(String, i32);

fn change(text: &str) -> Result<Change, Said> {
    let parts = text.rsplit_once('=');
    let read = parts.and_then(|(name, value)| Some((name, value.trim().parse().ok()?)));
    match read {
        Some((name, value)) => Ok(Change(name.to_owned(), value)),
        None => Err(Said::new(
            "名前=+数 の形で書きます。例: A=+10,B=-10",
            "write NAME=+N, such as A=+10,B=-10",
        )),
    }
}

/// Runs the command.
pub(super) fn run(args: &Args, answer: Answer) -> Done {
    let (file, hand) = split(&args.words);
    let path = named(file)?;
    let mut ledger = open(&path)?;
    let before = ledger
        .running()
        .map_err(|refusal| refused(&refusal))?
        .clone();
    let entry = args.entry(&before, &hand)?;
    let after = args.after(&before)?;
    let new = ledger
        .enter(&entry, after)
        .map_err(|fault| failure(&path, &fault))?;
    if let Some(said) = not_counted(&before, &entry, new.first().map(|record| &record.event)) {
        eprintln!("karasu: {}", said.text(answer.lang));
    }
    let new: Vec<u64> = new.iter().map(|record| record.seq).collect();
    let game = ledger.state().games.last().unwrap_or(&before);
    if answer.json {
        outln!("{}", record(&ledger, &before, game, &new));
    } else {
        out!("{}", added(&ledger, &before, game, &new, answer.lang));
    }
    Ok(Exit::Ok)
}

/// That the house lets fewer players win on one discard than were named.
fn not_counted(game: &Game, entry: &Entry, event: Option<&Event>) -> Option<Said> {
    let (Entry::Win { wins, .. }, Some(Event::Hand(hand))) = (entry, event) else {
        return None;
    };
    let left_out = |win: &&Winner| hand.wins.iter().all(|kept| kept.winner != win.player);
    let left: Vec<String> = wins
        .iter()
        .filter(left_out)
        .map(|win| game.name(win.player))
        .collect();
    let (names, most) = (left.join(", "), hand.wins.len());
    (!left.is_empty()).then(|| {
        Said::new(
            format!("頭ハネ: {names} の和了は数えません (この対局の同時ロンは {most} 人まで)"),
            format!("the win of {names} is not counted: this game lets at most {most} win on one discard, the nearest to the discarder first"),
        )
    })
}

fn record(ledger: &Ledger, before: &Game, game: &Game, new: &[u64]) -> Value {
    let events: Vec<_> = new.iter().filter_map(|seq| ledger.record(*seq)).collect();
    json!({
        "events": events,
        "points_before": by_name(before, &before.points),
        "points_after": by_name(game, &game.points),
        "chips_before": by_name(before, &before.chips),
        "chips_after": by_name(game, &game.chips),
        "game": game_json(ledger, game),
    })
}

/// The ledger's name, if the first word is one, and the hand. No hand has an
/// ending, a slash, or lies on the disk.
fn split(words: &[OsString]) -> (Option<PathBuf>, Vec<OsString>) {
    let is_file = |word: &OsStr| {
        let path = Path::new(word);
        path.extension().is_some() || path.components().count() > 1 || path.exists()
    };
    match words.split_first() {
        Some((first, rest)) if is_file(first) => (Some(first.into()), rest.to_vec()),
        _ => (None, words.to_vec()),
    }
}

impl Args {
    fn entry(&self, game: &Game, hand: &[OsString]) -> Result<Entry, Failure> {
        let what = What::of(self);
        self.fits(what, game, hand)?;
        // Named twice, a riichi was open (two sticks); nobody is tenpai twice.
        let riichi = players(game, &self.declared)?;
        named_at_most(2, "--declared", &riichi)?;
        let tenpai = players(game, &self.tenpai)?;
        named_at_most(1, "--tenpai", &tenpai)?;
        if what.ends_a_hand_without_win() {
            Told::by(&self.situation).agree(game, stick_count(game, &[], &riichi))?;
        }
        let who = |name: &Option<String>| player(game, name.as_deref().unwrap_or_default());
        Ok(match what {
            What::Nagashi(kind) => Entry::Nagashi {
                player: who(match kind {
                    NagashiKind::Nagashi => &self.nagashi,
                    NagashiKind::NagashiTanyao => &self.nagashi_tanyao,
                })?,
                kind,
                tenpai,
                riichi,
            },
            What::Penalty => Entry::Penalty {
                player: who(&self.chombo)?,
                kind: self.kind.clone(),
            },
            What::Adjust => self.adjustment(game, self.adjust.as_deref().unwrap_or_default())?,
            What::Draw(kind) => Entry::Draw {
                kind,
                tenpai,
                riichi,
            },
            What::End => Entry::End,
            What::Case | What::Win => self.wins(game, hand, riichi)?,
        })
    }

    fn after(&self, game: &Game) -> Result<After, Failure> {
        let found =
            |name: &Option<String>| name.as_deref().map(|name| player(game, name)).transpose();
        Ok(After {
            dealer: found(&self.next_dealer)?,
            sits_out: found(&self.sits_out)?,
        })
    }

    fn adjustment(&self, game: &Game, points: &[Change]) -> Result<Entry, Failure> {
        let list = |flag, changes: &[Change]| {
            let one = |Change(name, value): &Change| Ok((player(game, name)?, *value));
            let list = changes
                .iter()
                .map(one)
                .collect::<Result<Vec<_>, Failure>>()?;
            let named: Vec<usize> = list.iter().map(|(player, _)| *player).collect();
            named_at_most(1, flag, &named).map(|()| list)
        };
        let said = Told::by(&self.situation);
        let turn = &game.turn;
        let table = Turn {
            honba: said.honba.unwrap_or(turn.honba),
            sticks: said.sticks.unwrap_or(turn.sticks),
            round: said.round.unwrap_or(turn.round),
            ..turn.clone()
        };
        Ok(Entry::Adjust {
            reason: self.reason.clone().unwrap_or_default(),
            points: list("--adjust", points)?,
            chips: list("--chips", &self.chips)?,
            table: Some(table),
        })
    }

    fn wins(&self, game: &Game, hand: &[OsString], riichi: Vec<usize>) -> Result<Entry, Failure> {
        let mut from = None;
        let mut wins = Vec::new();
        let receipt = self.receipt.as_deref().map(verify::read).transpose()?;
        for (at, text) in self.case.iter().enumerate() {
            let case = case::read(text, game)?;
            let told = Told::by_case(text, &case);
            let by_case = ron_from(game, &case)?;
            if at > 0 && by_case != from {
                return Err(two_players("--case", "--case"));
            }
            from = by_case;
            wins.push(won(at_seat(game, case.seat_wind)?, case));
            told.agree(game, stick_count(game, &wins, &riichi))?;
        }
        if self.case.is_empty() {
            from = self.discarder(game)?;
            let told = receipt.as_ref().filter(|_| hand.is_empty());
            wins.push(match told {
                Some(receipt) => {
                    let by_receipt = ron_from(game, receipt.case())?;
                    from = same("--from", "--receipt", from, by_receipt)?;
                    self.of_receipt(game, receipt)?
                }
                None => one_win(game, self.winner.as_deref(), &self.situation, hand)?,
            });
        }
        let mut told = vec![Told::by(&self.situation)];
        for text in &self.also {
            let also = Also::parse(text)?;
            also.agrees(game, from)?;
            wins.push(one_win(
                game,
                also.winner.as_deref(),
                &also.situation,
                &also.hand,
            )?);
            told.push(Told::by(&also.situation));
        }
        if let (Some(receipt), Some(win)) = (receipt, wins.first_mut()) {
            win.receipt = Some(Box::new(receipt));
        }
        for told in told {
            told.agree(game, stick_count(game, &wins, &riichi))?;
        }
        Ok(Entry::Win { from, wins, riichi })
    }

    /// The win as a receipt has it.
    fn of_receipt(&self, game: &Game, receipt: &Receipt) -> Result<Winner, Failure> {
        let facts = self.situation.said(&self.situation.alone());
        if facts.iter().any(|fact| !TABLE.contains(fact)) {
            return Err(Failure::usage(Problem::new(
                "said_by_receipt",
                "あがり方は控えに書いてあります。ほかに書くなら、手牌も書いてください",
                "the receipt says how it was won; to say it otherwise, type the hand, too",
            )));
        }
        let by_receipt = at_seat(game, receipt.case().seat_wind)?;
        let by_name = self.winner.as_deref().map(|name| player(game, name));
        let by_name = by_name.transpose()?;
        let who = same("--winner", "--receipt", by_name, Some(by_receipt))?;
        Ok(won(who.unwrap_or(by_receipt), receipt.case().clone()))
    }

    /// Who dealt in, by name or by seat.
    fn discarder(&self, game: &Game) -> Result<Option<usize>, Failure> {
        let by_seat = ron_from(game, &self.situation.alone())?;
        let by_name = self
            .from
            .as_deref()
            .map(|name| player(game, name))
            .transpose()?;
        same("--from", "--ron-from", by_name, by_seat)
    }
}

/// Two ways to say who, which must agree.
fn same(
    one: &str,
    other: &str,
    by_name: Option<usize>,
    by_seat: Option<usize>,
) -> Result<Option<usize>, Failure> {
    match (by_name, by_seat) {
        (Some(name), Some(seat)) if name != seat => Err(two_players(one, other)),
        (name, seat) => Ok(name.or(seat)),
    }
}

/// Who dealt in, as a hand has it by seat.
fn ron_from(game: &Game, hand: &HandInput) -> Result<Option<usize>, Failure> {
    hand.discarder.map(|seat| at_seat(game, seat)).transpose()
}

fn two_players(one: &str, other: &str) -> Failure {
    Failure::usage(Problem::new(
        "two_players",
        format!("{one} と {other} が別の人です。片方だけ書くか、同じ人にしてください"),
        format!(
            "{one} and {other} are different players; say only one of them, or the same player"
        ),
    ))
}

fn won(player: usize, hand: HandInput) -> Winner {
    Winner {
        player,
        hand,
        receipt: None,
    }
}

fn options_are_fixed() -> Failure {
    Failure::usage(Problem::new(
        "options_are_fixed",
        "取り決めは対局の始めに決まっています (karasu ledger new --set)",
        "house options are fixed when a game begins (karasu ledger new --set)",
    ))
}

fn player(game: &Game, name: &str) -> Result<usize, Failure> {
    game.player(name).map_err(|refusal| refused(&refusal))
}

fn players(game: &Game, names: &[String]) -> Result<Vec<usize>, Failure> {
    let some = names.iter().filter(|name| !name.trim().is_empty());
    some.map(|name| player(game, name)).collect()
}

/// That no player stands in a list more often than that makes sense.
fn named_at_most(most: usize, flag: &str, players: &[usize]) -> Result<(), Failure> {
    let times = |player: &usize| players.iter().filter(|other| *other == player).count();
    match players.iter().any(|player| times(player) > most) {
        false => Ok(()),
        true => Err(Failure::usage(Problem::new(
            "named_twice",
            format!("{flag}: 同じ人が多すぎます ({most} 回まで)"),
            format!("{flag}: a player is named too often (at most {most} times)"),
        ))),
    }
}

fn at_seat(game: &Game, seat: Seat) -> Result<usize, Failure> {
    let at = game.player_at(seat);
    at.ok_or_else(|| refused(&Refusal::Event(crate::settle::EventFault::NotAtTable(seat))))
}

/// A typed hand with its winner.
fn one_win(
    game: &Game,
    winner: Option<&str>,
    situation: &Situation,
    words: &[OsString],
) -> Result<Winner, Failure> {
    if situation.with_options(game.rules.clone())? != game.rules {
        return Err(options_are_fixed());
    }
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let text = words.join(" ");
    if text.trim().is_empty() {
        return Err(Failure::usage(Problem::new(
            "nothing_happened",
            "手牌か出来事を書いてください。例: karasu ledger add '123m406p789s1122z+2z' --winner A --from B、--draw --tenpai A、--chombo B",
            "say what happened, such as karasu ledger add '123m406p789s1122z+2z' --winner A --from B, or --draw --tenpai A, or --chombo B",
        )));
    }
    let hand = notation::parse(&text).map_err(|faults| unreadable(&text, &faults))?;
    let input = situation.input(hand).ok_or_else(|| {
        Failure::usage(Problem::new(
            "wrong_count",
            "和了牌がありません。手牌の最後か「+」のあとに書きます。例: 1122z+2z",
            "there is no winning tile: it is the last one of the hand, or follows `+`, as in 1122z+2z",
        ))
    })?;
    let by_name = winner.map(|name| player(game, name)).transpose()?;
    let seat = situation.said(&input).contains(&Fact::Seat);
    let by_seat = seat.then(|| at_seat(game, input.seat_wind)).transpose()?;
    let who = same("--winner", "--seat", by_name, by_seat)?.ok_or_else(|| {
        let known = game.players.join(", ");
        Failure::usage(Problem::new(
            "no_winner",
            format!("誰の和了ですか: --winner 名前 ({known})"),
            format!("who won? say --winner NAME ({known})"),
        ))
    })?;
    Ok(won(who, input))
}
