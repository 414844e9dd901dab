//! Every text of the window in both languages: a missing translation does not
//! compile.
//!
//! `{name}` marks a place that [`T::with`] fills; both languages have the same
//! places (tested).

use crate::lang::Lang;

macro_rules! texts {
    ($($key:ident: $ja:literal, $en:literal;)*) => {
        /// One text of the window.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the texts say what they are
        pub enum T { $($key),* }

        impl T {
            /// All texts.
            pub const ALL: &'static [T] = &[$(T::$key),*];

            /// The text in a language.
            pub const fn get(self, lang: Lang) -> &'static str {
                match self { $(T::$key => lang.pick($ja, $en)),* }
            }
        }
    };
}

texts! {
    // Top bar
    Title: "カラス", "karasu";
    OpenShort: "開く", "Open";
    OpenPhoto: "写真を開く", "Open photo";
    Undo: "元に戻す", "Undo";
    Redo: "やり直す", "Redo";
    Rules: "ルール", "Rules";
    ThemeName: "配色", "Theme";
    ThemeDark: "暗い", "Dark";
    ThemeLight: "明るい", "Light";
    ThemeContrast: "高コントラスト", "High contrast";
    Smaller: "文字を小さく", "Smaller text";
    Larger: "文字を大きく", "Larger text";
    Keys: "キー一覧", "Keys";
    Close: "閉じる", "Close";
    Cancel: "やめる", "Cancel";

    // Empty window
    DropHere: "上がった手の写真をここへ", "Drop a photo of a winning hand here";
    DropHow: "ドロップ、貼り付け (Ctrl+V)、または O キーで開きます。写真はこの機械から出ません。", "Drop it, paste it (Ctrl+V), or press O to open one. Photos never leave this machine.";
    OrType: "写真なしでも、下の欄に 123m406p11z のように打てます (N)。", "Without a photo, type the hand below, such as 123m406p11z (N).";

    // Reading
    Reading: "読み取り中…", "Reading…";
    Photo: "写真", "Photo";
    ReadFailed: "写真を読めませんでした", "The photo could not be read";
    HelpRival: "もう一つの読み方", "the other possible reading";
    NoRival: "この写真の読み方はほかにありません", "this photo has no other reading";
    LaidAside: "前の手はそのまま取ってあります (Ctrl+Z で戻る)", "The hand before is kept (Ctrl+Z goes back to it)";
    LateReading: "写真の読み取りが終わりました。入力した手はそのままです (R で読み取りにする)",
        "The photo has been read; what you entered stays (R takes the reading)";
    NothingSeen: "牌が見つかりません。近づいて撮り直すか、手で入力してください。", "No tiles were found. Take the photo closer, or type the hand.";
    PasteNoPicture: "クリップボードに写真がありません", "There is no picture on the clipboard";

    // Settings
    Settings: "設定", "Settings";
    Language: "言語", "Language";
    TextSizeName: "文字の大きさ", "Text size";
    RuleSheet: "ルール表", "Rule sheet";
    KeepCorrections: "確定した写真をラベルとして残す", "Keep confirmed photos as labels";
    KeepHow: "この機械の中だけに残ります: {folder}。`karasu dataset export` で取り出せます。", "Kept on this machine only: {folder}. `karasu dataset export` takes them out.";
    KeepNowhere: "ラベルを残す場所がありません (HOME がない)", "There is no place to keep labels (no home folder)";
    KeptIn: "写真とラベルを残しました: {folder}", "Photo and labels kept in {folder}";

    LearnFromHands: "確定した手からも、使っている牌セットを覚える", "Confirmed hands teach the tile set in use";
    Sound: "困ったときだけ音を鳴らす", "A sound when something is wrong";
    NoPlayer: "音を鳴らすプログラムがありません (pw-play、paplay、aplay のどれか)", "There is no program that plays sounds (one of pw-play, paplay, aplay)";

    // Tile sets
    Tiles: "牌", "Tiles";
    TilesAuto: "自動", "auto";
    TilesNone: "使わない", "none";
    UseTiles: "牌セット: {name}", "Tile set: {name}";
    ForgetTiles: "牌セットを忘れる: {name}", "Forget the tile set: {name}";
    TilesForgotten: "牌セット {name} を忘れました", "The tile set {name} is forgotten";
    TeachTitle: "この牌を覚える", "Learn this table's tiles";
    TeachButton: "この牌を覚える… (F7)", "Learn these tiles… (F7)";
    TeachFirstName: "うちの牌", "ours";
    TeachDiagram: "牌の並べ方の図", "How to lay the tiles out";
    TeachLay: "1. この卓の牌を一種類一枚ずつ、表を上に、図のように行に並べます。行の順番は自由で、足りない牌があってもかまいません。", "1. Lay one of each of this table's tiles face up in rows, as in the picture. The rows may come in any order, and tiles may be missing.";
    TeachShoot: "2. 真上に近いところから一枚撮り、開く (O)、ドロップする、貼り付ける (Ctrl+V)、またはカメラで止めます (Space)。", "2. Take one photo from nearly above: open it (O), drop it, paste it (Ctrl+V), or freeze the camera (Space).";
    TeachCheck: "3. 破線の牌を確かめ、名前を付けて覚えさせます。そのあとは、この牌をよりよく読みます。", "3. Check the dashed tiles, give the set a name, and store it. From then on these tiles are read better.";
    TeachThis: "今の写真を使う", "Use the photo on show";
    TeachLeave: "やめる (Esc)", "Leave (Esc)";
    TeachFrame: "行がすべて写ったら Space", "Space, once all rows are in the picture";
    TeachName: "牌セットの名前", "Name of the tile set";
    TeachAdds: "この名前の牌セットに足して覚えます。", "This adds to the tile set of that name.";
    TeachStore: "{n}枚を覚える (Ctrl+S)", "Learn {n} tiles (Ctrl+S)";
    TeachAllSure: "すべての牌がわかりました", "Every tile is sure";
    TeachUnseen: "見ていない牌", "Not seen";
    TeachNoRows: "牌の行が見えません。表を上に一行ずつ並べ、真上に近いところから撮ってください", "No rows of tiles are seen: lay them face up in rows and take the photo from nearly above";
    TeachLearned: "{name}: {new}枚を覚えました (合わせて {classes} 種類 {crops} 枚)", "{name}: {new} tiles learned ({classes} classes, {crops} crops in all)";
    TeachDone: "この牌で読む (Enter)", "Read with these tiles (Enter)";
    TeachMore: "もう一枚の写真から覚える (O)", "Learn from another photo (O)";
    LeaveOut: "覚えない", "Leave out";
    CellLabel: "行{row}の{n}: {tile}", "Row {row}, {n}: {tile}";
    HintTeachBegin: "O 写真を開く   C カメラ   U 今の写真   Ctrl+V 貼り付け   Esc やめる   ? キー", "O open photo   C camera   U photo on show   Ctrl+V paste   Esc leave   ? keys";
    HintTeachFrame: "Space 止めて覚える   Shift+C カメラを選ぶ   Esc カメラを消す", "Space freeze and learn   Shift+C choose a camera   Esc camera off";
    HintTeach: "←→↑↓ 牌   Tab 次の要確認   1-9+mpszf 打ち直し   P 一覧   Del 覚えない   N 名前   Esc 撮り直す   Enter よい、覚える", "←→↑↓ tile   Tab next doubtful   1-9+mpszf retype   P picker   Del leave out   N name   Esc another photo   Enter accept, learn";
    HintTeachDone: "Enter この牌で読む   O もう一枚の写真から覚える", "Enter read with these tiles   O learn from another photo";

    // Camera
    Camera: "カメラ", "Camera";
    UseCamera: "カメラを使う", "Use the camera";
    CameraSwitch: "カメラを点ける / 消す", "Camera on / off";
    ChooseCamera: "カメラを選ぶ", "Choose a camera";
    CamerasHere: "この機械のカメラ", "Cameras of this machine";
    LookingForCameras: "カメラを探しています…", "Looking for cameras…";
    NoCameras: "カメラがありません。つないでから「探し直す」を押してください。", "There is no camera. Plug one in, then press Look again.";
    LookAgain: "探し直す", "Look again";
    PhoneCamera: "電話のカメラ", "A phone's camera";
    PhoneHow: "同じ Wi-Fi の電話で IP Webcam などのアプリを起動し、表示されたアドレスを入れます。ほかへは何も送りません。", "Start an app such as IP Webcam on a phone in the same Wi-Fi and enter the address it shows. Nothing is sent anywhere else.";
    PhoneAddress: "アドレス", "Address";
    PhoneHint: "例 192.168.0.5:8080", "e.g. 192.168.0.5:8080";
    Connect: "つなぐ", "Connect";
    ReplayFolder: "フォルダの写真を流す", "Replay the photos of a folder";
    ReplayThis: "{name} を流す", "Replay {name}";
    Resolution: "解像度", "Resolution";
    Mirrored: "鏡像を直す (左右が逆に映るカメラ)", "Undo mirroring (camera shows left and right swapped)";
    AutoCapture: "静止したら自動で止める", "Freeze by itself when at rest";
    UseThis: "使う: {name}", "Use {name}";
    Connecting: "カメラを開いています…", "Opening the camera…";
    Framing: "構図中", "Framing";
    Steady: "静止", "Steady";
    FreezeNow: "止める (Space)", "Freeze (Space)";
    Pace: "毎秒 {rate} 回読み取り  遅れ {delay} ms  飛ばし {skipped}", "{rate} readings/s  delay {delay} ms  skipped {skipped}";
    ZoneCount: "{zone} {n}枚", "{zone} {n}";
    MoreLight: "暗すぎます: ライトを点けるか、明るい所へ", "Too dark: switch on a light, or move to a brighter place";
    HelpFreeze: "カメラの絵を止める / また動かす", "freeze / release the camera's picture";
    HintFraming: "Space 止める   Enter 止めて精算   Esc カメラを消す   Shift+C カメラを選ぶ", "Space freeze   Enter freeze and settle   Esc camera off   Shift+C choose a camera";
    HintFrozen: "Space カメラに戻る   ←→ 牌   Tab 次の要確認   1-9+mpsz 打ち直し   P 一覧   Enter 精算   ? キー", "Space back to camera   ←→ tile   Tab doubtful   1-9+mpsz retype   P picker   Enter settle   ? keys";
    SettledHowCamera: "Ctrl+Z か Esc で取り消し、Space で次の手 (カメラ)", "Ctrl+Z or Esc takes it back, Space goes on to the next hand (camera)";

    // Zones
    Hand: "手牌", "Hand";
    Meld: "面子{n}", "Set {n}";
    Gari: "抜き", "Pulled";
    Dora: "ドラ表示", "Dora ind.";
    Ura: "裏ドラ表示", "Ura ind.";
    Arisu: "アリス", "Arisu";
    Other: "その他", "Other";
    Missing: "あと{n}枚", "{n} to go";
    Surplus: "{n}枚多い", "{n} too many";
    Complete: "揃い", "complete";
    AddTile: "牌を足す: {zone}", "Add a tile: {zone}";
    Unsure: "要確認", "doubtful";
    Weak: "かすか", "faint";
    WinningTile: "上がり牌", "winning tile";
    TileLabel: "{zone} {n}: {tile}", "{zone} {n}: {tile}";
    DoubtfulLeft: "要確認 {n}枚", "{n} doubtful";

    // Kinds of sets
    Chi: "チー", "Chi";
    Pon: "ポン", "Pon";
    Daiminkan: "明槓", "Open kan";
    Kakan: "加槓", "Added kan";
    Ankan: "暗槓", "Closed kan";
    MeldKindOf: "面子{n}の種類: {kind}", "Kind of set {n}: {kind}";
    NoMeldHere: "同じ牌3枚か4枚、または並んだ3枚が手牌にあれば面子にできます", "A set needs three or four equal tiles, or a run of three, in the hand";

    // Picker
    PickerTitle: "どの牌ですか", "Which tile is it?";
    PickerInsert: "どの牌を足しますか", "Which tile to add?";
    Suggestions: "読み取りの候補", "Suggested by the reading";
    AllTiles: "すべての牌", "All tiles";
    ToGari: "抜きへ / 手牌へ", "To pulled / hand";
    MakeWin: "上がり牌にする", "Make winning tile";
    MakeOrBreak: "面子にする / 崩す", "Make / break set";
    Delete: "消す", "Delete";
    ItIsRight: "これで合っている", "It is right";
    NotInWall: "このルールの山にない牌", "not in this rule set's wall";
    FifthCopy: "5枚目になる", "would be a fifth copy";
    RedTooMany: "赤は{n}枚まで", "only {n} red in the wall";
    PickLabel: "選ぶ: {tile}", "Choose {tile}";
    PickSuggestion: "候補: {tile} {percent}%", "Suggestion: {tile} {percent}%";

    // Notation
    Notation: "表記", "Notation";
    NotationHintShort: "例 123m406p11z+5p", "e.g. 123m406p11z+5p";
    NotationHint: "例 123m406p789s11z (555z) +5p g:1m9m d:3p", "e.g. 123m406p789s11z (555z) +5p g:1m9m d:3p";

    // Situation
    Situation: "あがり方", "The win";
    Tsumo: "ツモ", "Tsumo";
    Ron: "ロン", "Ron";
    Seat: "あがった人", "Winner";
    Discarder: "放銃した人", "Discarder";
    Round: "場風", "Round";
    WinnerIs: "あがった人: {seat}", "Winner: {seat}";
    DiscarderIs: "放銃した人: {seat}", "Discarder: {seat}";
    RoundIs: "場風: {seat}", "Round: {seat}";
    East: "東", "East";
    South: "南", "South";
    West: "西", "West";
    North: "北", "North";
    RiichiNone: "リーチなし", "No riichi";
    Riichi: "リーチ", "Riichi";
    DoubleRiichi: "ダブルリーチ", "Double riichi";
    OpenRiichi: "オープン", "Open riichi";
    Ippatsu: "一発", "Ippatsu";
    Rinshan: "嶺上開花", "Rinshan";
    Chankan: "槍槓", "Robbed a kan";
    Haitei: "海底", "Last tile";
    Houtei: "河底", "Last discard";
    Tenhou: "天和", "First turn (tenhou)";
    Chiihou: "地和", "First turn (chiihou)";
    Renhou: "人和", "First turn (renhou)";
    Furiten: "フリテン", "Furiten";
    DiscarderRiichi: "放銃者もリーチ", "Discarder in riichi";
    TankiOpen: "ぽんと。(単騎を見せた)", "Ponto (single tile shown)";
    RonOnDiscard: "捨て牌", "Discard";
    RonOnPulled: "抜いた牌", "Pulled tile";
    RonOnAnkan: "暗槓の牌", "Closed kan";
    ConsecutiveWins: "連荘", "Wins in a row";
    Honba: "本場", "Honba";
    Sticks: "リーチ棒", "Riichi sticks";
    Less: "{what}を減らす", "Less: {what}";
    More: "{what}を増やす", "More: {what}";

    // Result
    Result: "点数", "Score";
    Preview: "確定前", "preview";
    Settle: "精算する", "Settle";
    SettleKey: "精算する (Enter)", "Settle (Enter)";
    CheckDoubtful: "次の要確認へ (Enter)", "Next doubtful (Enter)";
    Payments: "支払い", "Payments";
    CompareWith: "比べるルール", "Compare with";
    CompareNone: "なし", "none";
    Chips: "チップ", "Chips";
    ChipsCount: "チップ {n}枚", "chips: {n}";
    ToFix: "直すところ", "To put right";
    NoHandYet: "牌を入れると、ここに点数が出ます。", "The score appears here once there are tiles.";
    Each: "{n}点オール", "{n} from each";
    OneOff: "{n}点", "{n} points";
    HanFu: "{han}飜 {fu}符", "{han} han {fu} fu";
    UnitTimes: "×{n}", "×{n}";
    PaymentOf: "{seat} {delta}", "{seat} {delta}";

    CopyText: "結果を文字でコピー", "Copy the result as text";
    SavePicture: "結果を画像で保存", "Save the result as a picture";
    SaveReceipt: "レシートを保存", "Save a receipt";
    ReceiptFile: "ファイル (JSON)", "File (JSON)";
    ReceiptSaved: "レシートを保存しました (karasu verify で検算できます)", "receipt saved (karasu verify recomputes it)";
    ReceiptOfSettled: "レシートは精算してから保存できます (Enter)", "Settle the hand first, then save its receipt (Enter)";
    PictureFile: "ファイル (PNG)", "File (PNG)";
    PictureSaved: "保存しました", "saved";
    Save: "保存する", "Save";
    Copied: "結果をコピーしました", "The result is on the clipboard";
    NothingToCopy: "まだ点数がありません", "There is no score yet";

    // Settled
    Settled: "精算済み", "Settled";
    SettledHow: "Ctrl+Z か Esc で取り消し、O で次の写真", "Ctrl+Z or Esc takes it back, O opens the next photo";
    TakeBack: "精算を取り消す", "Take back";
    NextHand: "次の手へ", "Next hand";
    ChangesMade: "人が直したところ: {n}", "Changed by a person: {n}";

    // Chooser
    ChooseFile: "写真を選ぶ", "Choose a photo";
    ParentFolder: "上のフォルダへ", "Parent folder";
    Folder: "フォルダ {name}", "Folder {name}";
    File: "写真 {name}", "Photo {name}";
    PathHow: "パス (打つと絞り込み、Tab で補い、Enter で決定)", "Path (typing narrows the list, Tab completes, Enter takes it)";
    RecentPhoto: "最近の写真 {name}", "Recent photo {name}";
    HomeFolder: "ホーム", "Home";
    GoToFolder: "フォルダへ: {name}", "Go to the folder {name}";
    RuleFile: "ルール {name}", "Rules {name}";
    ChooseRuleFile: "クラブのルールを足す… (TOML)", "Add a club's rules… (TOML)";
    NoRulesHere: "このフォルダにルール (TOML) はありません", "No rule files (TOML) in this folder";
    RuleIdTaken: "id {id} はこのプログラムのルールの名前です。ファイルの id を変えてください", "the id {id} is that of a rule set of the program: give the file another one";
    ChooseReplay: "流すフォルダを選ぶ", "Choose a folder to replay";
    OtherFolder: "フォルダを選ぶ…", "Choose a folder…";
    SettingsNotKept: "設定を保存できません。次に始めるとこの設定は残っていません ({path})", "The settings cannot be saved: they are lost at the next start ({path})";
    NoPhotosHere: "このフォルダに写真はありません", "No photos in this folder";
    CannotOpenFolder: "このフォルダは開けません", "This folder cannot be opened";

    // Help
    HelpTitle: "キーボードでできること", "What the keyboard does";
    HelpArrows: "牌を選ぶ", "choose a tile";
    HelpTab: "次の要確認の牌 (なければ次の欄)", "next doubtful tile (else the next control)";
    HelpRetype: "牌を打ち直す: 数字、次に種類", "retype: a digit, then the suit";
    HelpRed: "赤にする / 戻す", "red five on / off";
    HelpPicker: "牌の一覧を開く", "open the picker";
    HelpGari: "抜きドラへ / 手牌へ", "to pulled tiles / to the hand";
    HelpWin: "上がり牌にする", "make it the winning tile";
    HelpMeld: "面子にする / 崩す", "make / break a set";
    HelpKind: "面子の種類を変える", "change the kind of set";
    HelpDelete: "牌を消す", "delete the tile";
    HelpInsert: "牌を足す", "add a tile";
    HelpReorder: "牌を動かす (上下で別の場所へ)", "move the tile (up/down: to another zone)";
    HelpUndo: "元に戻す / やり直す", "undo / redo";
    HelpReading: "読み取りに戻す", "back to the reading";
    HelpBoxes: "枠を隠す / 出す", "hide / show boxes";
    HelpWhole: "写真の全体 / 牌のところ", "whole photo / the tiles";
    HelpZoom: "押している間、牌の写真を拡大", "hold: enlarge the tile's photo";
    HelpNotation: "表記の欄へ", "go to the notation field";
    HelpRonTsumo: "ツモ / ロン", "tsumo / ron";
    HelpPanels: "牌 → あがり方 → 点数 を移る", "move between tiles, win and score";
    HelpTable: "卓全体で見る", "show it to the whole table";
    TableView: "卓全体で見る (F11 か Esc で戻る、←→ で向き)", "For the whole table (F11 or Esc returns, ←→ turn it)";
    HelpAccept: "この牌でよい、精算する", "accept the tile, settle";
    HelpBack: "一つ前へ", "one step back";
    HelpOpen: "写真を開く", "open a photo";
    PasteHelp: "写真を貼り付ける", "paste a photo";
    HelpKeys: "この一覧", "this list";

    // Status line
    HintDraft: "←→ 牌   Tab 次の要確認   1-9+mpsz 打ち直し   P 一覧   Enter 精算   ? キー", "←→ tile   Tab next doubtful   1-9+mpsz retype   P picker   Enter settle   ? keys";
    HintEmpty: "O 写真を開く   Ctrl+V 貼り付け   N 表記を打つ   F3 帳簿   ? キー", "O open photo   Ctrl+V paste   N type a hand   F3 ledger   ? keys";
    WinAssumed: "上がり牌は右端の牌とみなしました (W で変更)", "The rightmost tile is taken as the winning tile (W changes it)";
    HintPending: "{digit} の次に m p s z f", "{digit}, now m p s z f";

    // Ledger
    Ledger: "帳簿", "Ledger";
    LedgerButton: "帳簿 (F3)", "Ledger (F3)";
    LedgerGame: "対局", "Game";
    LedgerEnter: "流局・罰則", "Draw, penalty";
    LedgerHistory: "履歴", "History";
    LedgerChart: "グラフ", "Chart";
    LedgerStats: "成績", "Statistics";
    LedgerFile: "ファイル", "File";
    NewGame: "新しい対局", "New game";
    NewGameHow: "席順に、最初の親から。", "In the order of seats, the first dealer first.";
    NewGameFourth: "四人目は抜け番から始めます。三人なら空けておきます。", "A fourth sits out first; leave it empty for three.";
    NewGameRotates: "次の抜け番はルールのとおりに決まります。", "The rules say who sits out next.";
    NewGameByHand: "このルールは次の抜け番を決めていないので、局ごとに選びます。", "These rules do not say who sits out next: choose it after each hand.";
    PlayerN: "{n}人目の名前", "Name of player {n}";
    BeginGame: "対局を始める", "Begin the game";
    BeginMade: "帳簿は {path} に作られます。", "The ledger will be made at {path}.";
    EndGame: "対局を終えて精算する", "End the game: final account";
    GameEnded: "終局", "Final account";
    NoGameRuns: "対局が始まっていません。「対局」で始めてください", "No game is being played; begin one on the page Game";
    GameStillRuns: "前の対局が終わっていません。先に精算してください", "The last game is not over; end it first";
    NoLedger: "帳簿を使っていません。「ファイル」で選んでください。", "No ledger is in use; choose one on the page File.";
    OnTable: "供託 {n}", "sticks {n}";
    PotOnTable: "場に {points}点 {chips}枚", "on the table: {points} points, {chips} chips";
    SitsOut: "抜け番 {name}", "{name} sits out";
    SitsOutName: "抜け番", "sits out";
    BustOver: "とび終了です。精算してください", "Somebody is bust: end the game";
    Player: "名前", "Player";
    Points: "持ち点", "Points";
    Held: "計 {n}", "total {n}";
    Place: "順位", "Place";
    SeatColumn: "席", "Seat";
    PlaceN: "{n}位", "{n}.";
    Yakitori: "焼き鳥", "Yakitori";
    Oka: "オカ", "Oka";
    ReturnPoints: "返し", "Return";
    Uma: "ウマ", "Uma";
    EndResult: "精算", "Result";
    Unaccounted: "場に残った点 {n}: 誰のものにもなっていません", "{n} points were left on the table: nobody has them";
    DealerIs: "親 {name}", "dealer {name}";
    RiichiBy: "リーチ棒を出した人", "Riichi sticks";
    RiichiOf: "{name} のリーチ棒: {n}", "Riichi sticks of {name}: {n}";
    MoreWinners: "同じ牌でもう一人ロン", "Another ron on this tile";
    WaitsForWinner: "同じ牌のもう一人の手を入れると、まとめて記録します", "Enter the other winner's hand: both are recorded together";
    RulesOfGame: "対局中のルールは変えられません (帳簿 F3 で終えるか、しまう)", "The game's rules are fixed (end it, or put the ledger away: F3)";
    TableTold: "窓で卓の状態を直した", "the table was set right in the window";
    RecordedAs: "帳簿 {n}", "Ledger {n}";
    NotRecorded: "帳簿に書けていません", "Not in the ledger yet";
    TryAgain: "もう一度書く (Enter)", "Try again (Enter)";
    TryAgainLabel: "もう一度書く", "Try again";
    UnwrittenAside: "帳簿に書けていない手を取ってあります (Ctrl+Z で戻って、もう一度書く)", "A hand that is not in the ledger yet is kept (Ctrl+Z goes back to it)";
    HandDiffers: "卓の状態が変わり、この手の点が変わります。精算を取り消して (Ctrl+Z)、もう一度精算してください", "The table has changed, and this hand would be worth something else: take it back (Ctrl+Z) and settle it again";
    OtherLedger: "この手は、いま使っていない帳簿に記録されています", "This hand stands in another ledger than the one in use";
    UnwrittenEarlier: "この手は前回、帳簿に書けませんでした。Enter でもう一度書きます (Esc で手に戻る)", "This hand could not be written to the ledger last time: Enter writes it now (Esc goes back to the hand)";
    Broken: "karasu の中で不具合が起きました。写真と手順を添えて知らせてください", "a fault inside karasu: please report it with the photo and what you did";
    SettingsDamaged: "設定のファイルを読めません。初めの設定で始め、{path} に移しました", "The settings file is damaged: starting with the defaults; it was moved to {path}";
    OneOfSeveral: "いくつかのファイルのうち、ひとつだけ開きました。まとめて数えるには karasu batch を使ってください", "Of several files one was opened; karasu batch scores whole folders";
    PasteNoFile: "クリップボードの写真のファイルが見つかりません", "The photo that the clipboard names is not there";
    AwaitedRon: "{name} からのロンがもうひとつ来るのを待っている手があります。それを入れるか、待っている手を Ctrl+Z で取り消してください", "A hand waits for another ron off {name}: enter that one, or take the waiting hand back (Ctrl+Z)";
    WaitsFromEarlier: "この手は前回から、同じ牌でのもうひとりのアガリを待っています。その手を読むか入れてください (Esc で手に戻る)", "This hand has waited since last time for the other winner on the same tile: read or enter that hand (Esc goes back to this one)";
    LedgerWentOn: "この手は前回、帳簿に書けませんでした。そのあと帳簿は先へ進んでいます。もう書いてないか確かめてから Enter で書いてください (Esc で手に戻る)", "This hand could not be written to the ledger last time, and the ledger has gone on since: see that it is not in it, then Enter writes it (Esc goes back to the hand)";
    HandOfOtherGame: "この手はほかの対局のものです: {path}。その帳簿を開いてから、もう一度書いてください", "This hand is of another game, in {path}: open that ledger, then write it again";
    UnwrittenKept: "この手は {path} に取ってあります。終わっても、次に始めたときに出ます。", "The hand is kept in {path}: should the program end, the next start shows it.";
    UnwrittenNowhere: "この手はファイルにも取っておけません。書けるまで窓を閉じないでください。", "The hand cannot be kept in a file either: do not close the window before it is written.";
    UnwrittenDamaged: "帳簿に書けなかった手のファイルを読めません。{path} に移しました", "The file of hands that could not be written is damaged; it was moved to {path}";
    LedgerReadAnew: "ほかのプログラムが帳簿に書いたので、読み直しました。確かめて、もう一度やってください", "Another program wrote to the ledger, so it was read anew; look, and try again";
    DrawnHand: "流局", "Drawn hand";
    TenpaiWho: "テンパイの人", "Tenpai";
    TenpaiOf: "テンパイ: {name}", "Tenpai: {name}";
    WriteDraw: "流局を記録", "Record the draw";
    WriteAbort: "途中流局", "Void hand";
    NagashiTitle: "流し", "Nagashi";
    NagashiWho: "流した人", "Who";
    NagashiOf: "流した人: {name}", "Nagashi by {name}";
    WriteNagashi: "流し満貫を記録", "Record nagashi";
    WriteNagashiTanyao: "流しタンヤオを記録", "Record nagashi tanyao";
    PenaltyTitle: "チョンボなどの罰則", "Chombo and other penalties";
    PenaltyWho: "誰が", "Who";
    PenaltyOf: "罰則: {name}", "Penalty of {name}";
    PenaltyKind: "罰則の種類", "Kind of penalty";
    WritePenalty: "罰則を記録", "Record the penalty";
    NoPenalties: "このルールに罰則はありません。訂正で記録できます。", "These rules have no penalties; an adjustment can record one.";
    AdjustTitle: "訂正", "Adjustment";
    AdjustReason: "理由", "Reason";
    AdjustNeedsReason: "訂正には理由が要ります", "An adjustment needs its reason";
    AdjustPoints: "点 (+10、-5 など)", "Points (+10, -5 …)";
    AdjustPointsOf: "{name} の点", "Points of {name}";
    AdjustChips: "チップ", "Chips";
    AdjustChipsOf: "{name} のチップ", "Chips of {name}";
    AdjustDealer: "次の親", "Next dealer";
    AdjustDealerIs: "次の親: {name}", "Next dealer: {name}";
    RoundNamed: "場: {name}", "Round wind: {name}";
    AdjustSitsOutIs: "次の抜け番: {name}", "Sits out next: {name}";
    WriteAdjust: "訂正を記録", "Record the adjustment";
    NotANumber: "数として読めません: {text}", "This is no number: {text}";
    WrittenNow: "記録 {n}: {what}", "Recorded {n}: {what}";
    UndoneNow: "取り消し {n}: {what}", "Undone {n}: {what}";
    ExportedTo: "書き出しました: {path}", "Written to {path}";
    UndoLast: "最後の記録を取り消す", "Undo the last event";
    Undone: "取り消し", "undone";
    HandName: "局", "Hand";
    WhatHappened: "出来事", "What happened";
    Older: "前の記録", "Older events";
    NothingYet: "まだ記録がありません。", "Nothing has been recorded yet.";
    ChartHow: "局ごとの持ち点。線の形と印でも見分けられます。", "Points after each hand; lines differ by their dashes and marks as well.";
    ChartSpoken: "持ち点のグラフ: {text}", "Chart of points: {text}";
    ChartHand: "局", "hand";
    LedgerPath: "帳簿のファイル", "File of the ledger";
    UseFile: "この帳簿を使う", "Use this ledger";
    UseNamed: "使う: {name}", "Use {name}";
    PutAway: "帳簿をしまう", "Put the ledger away";
    PutAwayHow: "しまうと、精算しても記録されません。", "While it is put away, hands are settled without being recorded.";
    OtherLedgers: "同じフォルダの帳簿", "Ledgers in the same folder";
    ExportTo: "書き出すファイル", "Export to";
    ExportNow: "書き出す", "Export";
    StatsPlayed: "局", "Hands";
    StatsWins: "和了", "Wins";
    StatsTsumo: "ツモ", "Tsumo";
    StatsDealIns: "放銃", "Deal-ins";
    StatsAverage: "平均打点", "Avg win";
    StatsKarasu: "カラス", "Karasu";
    StatsGari: "抜き/和了", "Pulled/win";
    StatsPlace: "平均順位", "Avg place";
}

impl T {
    /// The text with its places filled: `[("n", "3")]` for `{n}`.
    pub fn with(self, lang: Lang, values: &[(&str, &str)]) -> String {
        let mut text = self.get(lang).to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// The text with its one place `{n}` filled by a number.
    pub fn n(self, lang: Lang, n: impl std::fmt::Display) -> String {
        self.with(lang, &[("n", &n.to_string())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        places.sort_unstable();
        places
    }

    /// Promise 17: both languages say everything, with the same places.
    #[test]
    fn both_languages_have_every_text_and_the_same_places() {
        for &text in T::ALL {
            let (ja, en) = (text.get(Lang::Ja), text.get(Lang::En));
            assert!(!ja.trim().is_empty() && !en.trim().is_empty(), "{text:?}");
            assert_eq!(places(ja), places(en), "{text:?}");
            assert!(en.chars().all(|c| (c as u32) < 0x3000), "{text:?}: {en}");
        }
    }
}
