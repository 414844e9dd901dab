//! Everything that keys, buttons and the mouse can ask for.

use std::path::PathBuf;

use crate::app::camera::{CameraSettings, Input};
use crate::app::ledger::Wish;
use crate::app::theme::Scheme;
use crate::app::worker::Pixels;
use crate::confirm::{Edit, Place, TileId};
use crate::lang::Lang;
use crate::tile::Tile;

/// One wish of the person; [`crate::app::state::State::act`] fulfils it.
#[derive(Clone, Debug)]
pub enum Action {
    /// An edit of the draft.
    Edit(Edit),
    /// Take the last edit (or the settling) back.
    Undo,
    /// Do it again.
    Redo,
    /// Put the tiles back as they were read.
    BackToReading,
    /// Put the tiles as the next of the photo's rival readings has them.
    NextReading,
    /// Put the cursor on a tile.
    Select(TileId),
    /// Move the cursor along the tiles, negative to the left.
    Step(i32),
    /// Move the cursor to the next zone, negative upwards.
    StepZone(i32),
    /// Put the cursor on the next doubtful tile, else leave the tiles.
    NextDoubtful,
    /// A digit that waits for its suit.
    Digit(u8),
    /// The suit letter after a digit.
    Suit(char),
    /// Red five on or off.
    Red,
    /// Between hand and pulled tiles.
    ToggleGari,
    /// Make the tile under the cursor the winning tile.
    MakeWin,
    /// Make a set round the cursor, or break the one it is in.
    ToggleMeld,
    /// The next possible kind for the set under the cursor, or a given one.
    NextMeldKind(Option<usize>),
    /// Delete the tile under the cursor.
    Delete,
    /// Move the tile within its zone.
    Shift(i32),
    /// Move the tile to the next zone.
    ShiftZone(i32),
    /// Open the picker for the tile under the cursor.
    OpenPicker,
    /// Open the picker for a new tile, after the cursor or in a place.
    OpenInsert(Option<Place>),
    /// The picker's answer.
    Pick(Tile),
    /// The tile under the cursor is right.
    Approve,
    /// Turn the camera on or off.
    ToggleCamera,
    /// Open the list of cameras.
    ChooseCamera,
    /// Use this input.
    UseInput(Input),
    /// Other settings of the camera.
    Camera(CameraSettings),
    /// Freeze what the camera sees, or release it.
    Freeze,
    /// Open the file chooser.
    OpenChooser,
    /// Ask for a club's rule file.
    ChooseRules,
    /// Ask for a folder to replay as a camera.
    ChooseReplay,
    /// Leave the chooser for what was there before.
    LeaveChooser,
    /// Take this rule file among the rule sets.
    RuleFile(PathBuf),
    /// Open a photo.
    Open(PathBuf),
    /// Read a picture that came from the clipboard or a drop.
    OpenPixels(Pixels),
    /// Say something.
    Say(crate::app::text::T),
    /// The text of the notation field was changed.
    Notation(String),
    /// The notation field was left.
    NotationDone,
    /// Put the keyboard into the notation field.
    FocusNotation,
    /// Put the keyboard into the next panel.
    NextPanel,
    /// Show or hide boxes.
    ToggleBoxes,
    /// Show the whole photo, or the part with the tiles.
    ToggleWhole,
    /// Show the result to the whole table, or no longer.
    ToggleTable,
    /// Tsumo or ron.
    ToggleWin,
    /// Accept: the doubtful tile under the cursor, else the hand.
    Accept,
    /// Close what lies over the window, and nothing else.
    CloseDialog,
    /// One step back.
    Back,
    /// Put this hand away.
    NewHand,
    /// Open the settings.
    OpenSettings,
    /// Show the rules in force.
    OpenRuleSheet,
    /// Keep confirmed photos as labels, or no longer.
    KeepCorrections(bool),
    /// Begin teaching this table's tiles, or leave off.
    Teach,
    /// Take the photo on show for a photo of the set.
    TeachThis,
    /// The name of the set that is taught.
    TeachName(String),
    /// Put the cursor on this tile of the set, by its detection.
    SelectCell(usize),
    /// Store what the set has shown.
    StoreSet,
    /// Go by this tile-set profile: a name, `auto` or `none`.
    Tiles(String),
    /// Remove a tile-set profile.
    ForgetTiles(String),
    /// Confirmed hands teach the profile in use, or no longer.
    LearnFromHands(bool),
    /// Bad states are heard, or no longer.
    Sound(bool),
    /// Put the result on the clipboard as text.
    CopyResult,
    /// Ask where to save the result as a picture.
    SavePicture,
    /// Ask where to save the settled hand's receipt.
    SaveReceipt,
    /// The file named for it.
    ReceiptFile(String),
    /// Write it there.
    WriteReceipt,
    /// The file for that picture was changed.
    PictureFile(String),
    /// Save it.
    WritePicture,
    /// Show or hide the list of keys.
    ToggleHelp,
    /// The pointer is on a line of the score that is about these tiles.
    PointAt(Vec<Tile>),
    /// Something with the ledger.
    Ledger(Wish),
    /// The pointer is on a tile.
    Hover(Tile),
    /// Choose a rule set by its id.
    Rules(String),
    /// Show the score under a second rule set, or under none.
    Compare(Option<String>),
    /// Choose the language.
    Lang(Lang),
    /// Choose the colours.
    Scheme(Scheme),
    /// Larger (`true`) or smaller text.
    TextSize(bool),
}
