//! Why a ledger cannot be used, or does not take an event: what is wrong and
//! what to do, in both languages.

use std::fmt;

use crate::lang::{Lang, Said, quoted};
use crate::receipt::Difference;
use crate::score::Fault;
use crate::settle::EventFault;

/// What is wrong with a ledger's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerFault {
    /// There is no file.
    NotFound,
    /// There is a file already.
    Exists,
    /// Something else than a ledger.
    NotALedger,
    /// Written by a later karasu.
    Newer {
        /// Version of the file's schema.
        found: i64,
        /// The latest that this program knows.
        known: i64,
    },
    /// Another program is writing at this moment.
    Busy,
    /// Another program wrote since the ledger was opened.
    Changed,
    /// File or folder may not be written.
    ReadOnly,
    /// No room on the disk.
    Full,
    /// The disk refused the write for another reason, or for a quota.
    WriteFailed(String),
    /// SQLite cannot make sense of the file.
    Damaged(String),
    /// An event is not what was written: the first whose hash does not fit.
    Chain(u64),
    /// Tables or triggers are not as they were made.
    Schema(String),
    /// An event that this program does not understand.
    Unreadable {
        /// Which.
        seq: u64,
        /// Why.
        why: String,
    },
    /// The events do not follow from each other.
    Inconsistent {
        /// The first that does not.
        seq: u64,
        /// Why.
        why: Box<Refusal>,
    },
    /// A file to import that is no export.
    NotAnExport(Said),
    /// A column of an export that nobody reads back was edited.
    Edited {
        /// In the row of this event.
        seq: u64,
        /// The column.
        column: &'static str,
        /// What stands there.
        found: String,
        /// What the event says.
        written: String,
    },
    /// The file could not be read or written: what is wrong with it.
    Io(Said),
    /// An event that the game does not allow.
    Refused(Box<Refusal>),
}

impl LedgerFault {
    /// The word for it in JSON.
    pub fn id(&self) -> &'static str {
        match self {
            LedgerFault::NotFound => "no_ledger",
            LedgerFault::Exists => "ledger_exists",
            LedgerFault::NotALedger => "not_a_ledger",
            LedgerFault::Newer { .. } => "newer_schema",
            LedgerFault::Busy => "ledger_busy",
            LedgerFault::Changed => "ledger_changed",
            LedgerFault::ReadOnly => "read_only",
            LedgerFault::Full => "disk_full",
            LedgerFault::WriteFailed(_) => "write_failed",
            LedgerFault::Damaged(_) => "damaged",
            LedgerFault::Chain(_) => "broken_chain",
            LedgerFault::Schema(_) => "changed_schema",
            LedgerFault::Unreadable { .. } => "unreadable_event",
            LedgerFault::Inconsistent { .. } => "inconsistent",
            LedgerFault::NotAnExport(_) => "not_an_export",
            LedgerFault::Edited { .. } => "edited_export",
            LedgerFault::Io(_) => "unreadable",
            LedgerFault::Refused(refusal) => refusal.id(),
        }
    }

    /// What is wrong, and what to do.
    pub fn message(&self, lang: Lang) -> String {
        let said = self.said();
        lang.pick(&said.ja, &said.en).to_owned()
    }

    fn said(&self) -> Said {
        match self {
            LedgerFault::NotFound => Said::new(
                "この帳簿はありません。karasu ledger new で作ってください",
                "there is no such ledger; make one with karasu ledger new",
            ),
            LedgerFault::Exists => Said::new(
                "すでにあります。別の名前を指定してください",
                "it exists already; choose another name",
            ),
            LedgerFault::NotALedger => Said::new(
                "karasu の帳簿ではありません。ファイル名を確かめてください",
                "this is no karasu ledger; check the name of the file",
            ),
            LedgerFault::Newer { found, known } => Said::new(
                format!(
                    "新しい karasu の帳簿です (版 {found}、ここで読めるのは {known} まで)。karasu を更新してください。ファイルはそのままです"
                ),
                format!(
                    "written by a newer karasu (version {found}, this one reads up to {known}); update karasu. The file was left as it is"
                ),
            ),
            LedgerFault::Busy => Said::new(
                "ほかのプログラムが帳簿に書いています。それを閉じてから、もう一度実行してください。何も書いていません",
                "another program is writing to the ledger; close it and try again. Nothing was written",
            ),
            LedgerFault::Changed => Said::new(
                "ほかのプログラムがその間に帳簿に書きました。開き直してください。何も書いていません",
                "another program wrote to the ledger in the meantime; open it again. Nothing was written",
            ),
            other => other.said_of_disk(),
        }
    }

    /// The faults of the place where it lies.
    fn said_of_disk(&self) -> Said {
        match self {
            LedgerFault::ReadOnly => Said::new(
                "帳簿かそのフォルダに書き込めません。権限を直すか、書けるフォルダへ移してください。何も失われていません",
                "the ledger or its folder may not be written to; give permission, or move it to a folder that may. Nothing is lost",
            ),
            LedgerFault::Full => Said::new(
                "ディスクがいっぱいです。空きを作ってから、もう一度実行してください。今までの記録は失われていません",
                "the disk is full; make room and try again. What was there before is not lost",
            ),
            LedgerFault::WriteFailed(why) => Said::new(
                format!(
                    "ディスクに書けませんでした (容量の制限か故障: {why})。空きを作ってから、もう一度実行してください。今までの記録は失われていません"
                ),
                format!(
                    "the disk refused the write (full, a quota, or a fault: {why}); make room and try again. What was there before is not lost"
                ),
            ),
            other => other.said_of_content(),
        }
    }

    /// The faults of what stands in the file.
    fn said_of_content(&self) -> Said {
        match self {
            LedgerFault::Damaged(why) => Said::new(
                format!(
                    "ファイルが壊れています ({why})。控えのコピーか、書き出したファイル (karasu ledger import) から戻してください"
                ),
                format!(
                    "the file is damaged ({why}); restore a copy, or an export (karasu ledger import)"
                ),
            ),
            LedgerFault::Chain(seq) => Said::new(
                format!(
                    "記録 {seq} が書かれた時と違います (ハッシュが合いません)。控えのコピーか、書き出したファイルから戻してください"
                ),
                format!(
                    "event {seq} is not what was written (its hash does not fit); restore a copy, or an export"
                ),
            ),
            LedgerFault::Schema(name) => Said::new(
                format!(
                    "帳簿の作りが変えられています ({name})。控えのコピーか、書き出したファイルから戻してください"
                ),
                format!(
                    "the ledger's own structure was changed ({name}); restore a copy, or an export"
                ),
            ),
            LedgerFault::Unreadable { seq, why } => Said::new(
                format!(
                    "記録 {seq} が読めません ({why})。新しい karasu で書かれたのなら更新してください"
                ),
                format!(
                    "event {seq} cannot be read ({why}); if a newer karasu wrote it, update this one"
                ),
            ),
            LedgerFault::Inconsistent { seq, why } => Said::new(
                format!(
                    "記録 {seq} が前の記録と合いません: {}",
                    why.message(Lang::Ja)
                ),
                format!(
                    "event {seq} does not follow from those before: {}",
                    why.message(Lang::En)
                ),
            ),
            other => other.said_of_import(),
        }
    }

    /// The faults of what was to be written or taken in.
    fn said_of_import(&self) -> Said {
        match self {
            LedgerFault::NotAnExport(why) => Said::new(
                format!(
                    "karasu ledger export のファイルとして読めません ({})。もう一度書き出してください",
                    why.ja
                ),
                format!(
                    "this is no file from karasu ledger export ({}); export it again",
                    why.en
                ),
            ),
            LedgerFault::Edited {
                seq,
                column,
                found,
                written,
            } => Said::new(
                format!(
                    "記録 {seq} の {column} が書き換えられています: {} (記録では {})。取り込むのは event の列だけです。元に戻してください。点を直すなら、取り込んでから karasu ledger add --adjust",
                    quoted(found),
                    quoted(written)
                ),
                format!(
                    "the column {column} of event {seq} was edited: {} (the event says {}). Only the column event is imported: restore it. To set points right, import first, then karasu ledger add --adjust",
                    quoted(found),
                    quoted(written)
                ),
            ),
            LedgerFault::Refused(refusal) => {
                Said::new(refusal.message(Lang::Ja), refusal.message(Lang::En))
            }
            LedgerFault::Io(why) => why.clone(),
            // The others are told above.
            _ => Said::new(self.id(), self.id()),
        }
    }
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for LedgerFault {}

impl From<Refusal> for LedgerFault {
    fn from(refusal: Refusal) -> LedgerFault {
        LedgerFault::Refused(Box::new(refusal))
    }
}

/// Why a game does not take an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No game was begun.
    NoGame,
    /// The last game is not over.
    GameRuns,
    /// The game is over.
    GameOver,
    /// Too few, too many, or names that cannot be told apart.
    BadPlayers(Said),
    /// Nobody of that name plays.
    UnknownPlayer {
        /// The name.
        name: String,
        /// Who plays.
        known: String,
    },
    /// The player does not sit at the table in this hand.
    SitsOut(String),
    /// An adjustment without a reason.
    NoReason,
    /// Points or chips would be made or lost: so many.
    Unbalanced(i64),
    /// Numbers that no game has.
    TooLarge,
    /// Nothing is there to be undone.
    NothingToUndo,
    /// Only the last event that counts can be voided: this one.
    NotLast(u64),
    /// What the rules stored with the game do not allow.
    BadRules(Said),
    /// The hand cannot be scored.
    Score(Vec<Fault>),
    /// The rules do not have such an event.
    Event(EventFault),
    /// The receipt does not agree when it is recomputed: its first fault.
    ReceiptDiffers(Box<Difference>),
    /// The receipt is of another hand: in what.
    ReceiptOfAnother(Box<Difference>),
}

impl Refusal {
    /// The word for it in JSON.
    pub fn id(&self) -> &'static str {
        match self {
            Refusal::NoGame => "no_game",
            Refusal::GameRuns => "game_runs",
            Refusal::GameOver => "game_over",
            Refusal::BadPlayers(_) => "bad_players",
            Refusal::UnknownPlayer { .. } => "unknown_player",
            Refusal::SitsOut(_) => "sits_out",
            Refusal::NoReason => "no_reason",
            Refusal::Unbalanced(_) => "unbalanced",
            Refusal::TooLarge => "too_large",
            Refusal::NothingToUndo => "nothing_to_undo",
            Refusal::NotLast(_) => "not_last",
            Refusal::BadRules(_) => "bad_rules",
            Refusal::Score(_) => "not_scored",
            Refusal::Event(_) => "bad_event",
            Refusal::ReceiptDiffers(_) => "receipt_differs",
            Refusal::ReceiptOfAnother(_) => "receipt_of_another",
        }
    }

    /// What is wrong, and what to do.
    pub fn message(&self, lang: Lang) -> String {
        let said = match self {
            Refusal::NoGame => Said::new(
                "対局が始まっていません。karasu ledger new で始めてください",
                "no game was begun; begin one with karasu ledger new",
            ),
            Refusal::GameRuns => Said::new(
                "前の対局が終わっていません。karasu ledger add --end で精算するか、undo で取り消してください",
                "the last game is not over; settle it with karasu ledger add --end, or undo it",
            ),
            Refusal::GameOver => Said::new(
                "対局は終わっています。karasu ledger new で次を始めるか、undo で最後の記録を取り消してください",
                "the game is over; begin the next with karasu ledger new, or undo the last event",
            ),
            Refusal::BadPlayers(said) | Refusal::BadRules(said) => said.clone(),
            Refusal::UnknownPlayer { name, known } => Said::new(
                format!("{} という人はいません。いるのは {known}", quoted(name)),
                format!("nobody is called {}; the players are {known}", quoted(name)),
            ),
            Refusal::SitsOut(name) => Said::new(
                format!("{} はこの局は抜け番です", quoted(name)),
                format!("{} sits out this hand", quoted(name)),
            ),
            Refusal::NoReason => Said::new(
                "訂正には理由が要ります: --reason 理由",
                "an adjustment needs its reason: --reason TEXT",
            ),
            Refusal::Unbalanced(by) => Said::new(
                format!("合計が 0 になりません ({by:+})。供託も数えます"),
                format!("this does not sum to zero ({by:+}); what lies on the table counts too"),
            ),
            Refusal::TooLarge => Said::new(
                "数が大きすぎるか、卓にありえません",
                "a number is too large, or cannot be at this table",
            ),
            Refusal::NothingToUndo => {
                Said::new("取り消せる記録がありません", "there is nothing to undo")
            }
            Refusal::NotLast(last) => Said::new(
                format!("取り消せるのは最後の記録 {last} だけです (一度だけ)"),
                format!("only the last event that counts, {last}, can be undone, and only once"),
            ),
            Refusal::Score(faults) => {
                let each = |lang| faults.iter().map(move |fault| fault.message(lang));
                let words = |lang| each(lang).collect::<Vec<_>>().join(" / ");
                Said::new(words(Lang::Ja), words(Lang::En))
            }
            Refusal::Event(fault) => Said::new(fault.message(Lang::Ja), fault.message(Lang::En)),
            Refusal::ReceiptDiffers(line) => {
                let words = |lang| line.message(lang);
                of_receipt(
                    "この控えは検算と合いません",
                    "the receipt does not agree",
                    words,
                )
            }
            Refusal::ReceiptOfAnother(line) => {
                let words = |lang| line.told(lang);
                of_receipt(
                    "この和了の控えではありません",
                    "the receipt is not of this win",
                    words,
                )
            }
        };
        lang.pick(&said.ja, &said.en).to_owned()
    }
}

fn of_receipt(ja: &str, en: &str, words: impl Fn(Lang) -> String) -> Said {
    Said::new(
        format!("{ja}: {}", words(Lang::Ja)),
        format!("{en}: {}", words(Lang::En)),
    )
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for Refusal {}

impl From<Vec<Fault>> for Refusal {
    fn from(faults: Vec<Fault>) -> Refusal {
        Refusal::Score(faults)
    }
}

impl From<EventFault> for Refusal {
    fn from(fault: EventFault) -> Refusal {
        Refusal::Event(fault)
    }
}
