/// The inherited properties: fonts, text, lists and tables.
package struct TextStyle: Hashable, Sendable {
  /// The product of `zoom` of the element and its ancestors. All lengths are multiplied by it already.
  package var zoom = 1.0
  package var font = FontStyle()
  package var color = Color.black
  package var lineHeight = LineHeight.normal
  package var textAlign = TextAlign.start
  package var textAlignLast: TextAlign?
  /// Alignment of descendant blocks by `align` attributes and `<center>`: left, right or center (HTML 15.3.3, “align
  /// descendants”). It applies to blocks narrower than their container whose margins are not `auto`.
  package var blockAlign: TextAlign?
  package var textIndent = LengthPercentage.zero
  /// `hanging`: all lines but the first are indented.
  package var indentHangs = false
  /// `each-line`: lines after a forced break are treated as first lines.
  package var indentsEachLine = false
  /// `text-align: justify-all`: the last line is justified too.
  package var justifiesLast = false
  package var justify = Justify.auto
  package var hangingPunctuation: HangingPunctuation = []
  package var wrapStyle = WrapStyle.auto
  package var whiteSpace = WhiteSpace.normal
  package var math = MathStyle()
  /// px; 0 is `normal`.
  package var letterSpacing = 0.0
  package var wordSpacing = 0.0
  /// The spacing in its inherited form: a percentage refers to the font size of the element that inherits it.
  var letterSpacingValue = LengthPercentage.zero
  var wordSpacingValue = LengthPercentage.zero
  package var textTransform: TextTransform = []
  /// Decorations of the box and its ancestors that apply to this text (css-text-decor-3 §2).
  package var decorations: [TextDecoration] = []
  package var underlinePosition: UnderlinePosition = []
  package var tabSize = TabSize.spaces(8)
  package var hyphens = Hyphens.manual
  /// nil is `auto`: the hyphen of the font.
  package var hyphenateCharacter: String?
  /// `block-ellipsis`: what follows the last line of `max-lines`; empty for the ellipsis of the font, nil for nothing.
  package var blockEllipsis: String?
  /// `hyphenate-limit-chars`, `-lines` and `-zone`.
  package var hyphenateLimits = HyphenateLimits()
  package var overflowWrap = OverflowWrap.normal
  package var wordBreak = WordBreak.normal
  package var lineBreak = LineBreak.auto
  /// The scripts between which space is inserted (css-text-4 §9.2).
  package var autospace: Autospace = []
  package var ruby = Ruby()
  package var spacingTrim: SpacingTrim { fontVariants.spacingTrim }
  package var emphasis = Emphasis()
  package var skipInk = SkipInk.auto
  /// The first is on top.
  package var shadows: [TextShadow] = []
  var glyphPaintStorage: GlyphPaint.Storage?
  package var boxEdge = TextBoxEdge()
  package var writingMode = WritingMode.horizontal
  package var vertical = Vertical()
  package var direction = Direction.leftToRight
  package var unicodeBidi = UnicodeBidi.normal
  package var images = Images()
  /// BCP 47 language tag from `lang`; empty if unknown.
  package var language = ""
  package var orphans: Int32 = 2
  package var widows: Int32 = 2

  /// Name of the counter style; nil for `none`.
  package var listStyleType: String? = "disc"
  /// The string of `list-style-type: "…"`.
  package var listStyleString: String?
  package var listStyleImage: ListStyleImage?
  package var listStyleInside = false
  /// Opening and closing marks from the outermost level; empty for `none`.
  package var quotes = [Pair("\u{201C}", "\u{201D}"), Pair("\u{2018}", "\u{2019}")]
  /// `quotes: auto`: the marks depend on the language.
  var hasAutomaticQuotes = true
  /// `language` differs from that of the parent.
  var hasOwnLanguage = false

  package var borderCollapse = false
  /// Horizontal, vertical, px.
  package var borderSpacing = Pair(0.0, 0.0)
  package var captionSideBottom = false
  package var emptyCellsHidden = false
  package var visibility = Visibility.visible

  /// The properties that `font.features` and `font.smallCaps` are computed from.
  var fontVariants = FontVariants()

  package init() {}

  /// An image of a marker. The address is as in `BackgroundImage`.
  package indirect enum ListStyleImage: Hashable, Sendable {
    case url(String)
    case gradient(BackgroundImage)
  }
  package enum LineHeight: Hashable, Sendable {
    case normal
    /// Multiple of the font size.
    case number(Double)
    case px(Double)
  }
  package enum TextAlign: UInt8, Hashable, Sendable {
    case start, end, left, right, center, justify
    /// Values for ruby: as `justify`, or with half of the space between characters at each end; centred if there is
    /// none.
    case between, around
  }
  /// `ruby-align` and `ruby-position` (css-ruby-1 §4).
  package struct Ruby: Hashable, Sendable {
    package enum Align: UInt8, Hashable, Sendable { case start, center, spaceBetween, spaceAround }
    package var align = Align.spaceAround
    package var isUnder = false
  }
  /// `text-spacing-trim` (css-text-4 §8.5).
  package enum SpacingTrim: UInt8, Hashable, Sendable { case normal, spaceAll, spaceFirst, trimStart }
  /// At most one of the three case transforms, and other transforms (css-text-4 §2.1); empty for `none`.
  package struct TextTransform: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let uppercase = TextTransform(rawValue: 1)
    package static let lowercase = TextTransform(rawValue: 2)
    package static let capitalize = TextTransform(rawValue: 4)
    package static let fullWidth = TextTransform(rawValue: 8)
    package static let fullSizeKana = TextTransform(rawValue: 16)
    package static let mathAuto = TextTransform(rawValue: 32)
    /// Not values of `text-transform`, but effects of `font-variant-emoji`.
    package static let emojiAsText = TextTransform(rawValue: 64)
    package static let emojiAsPictures = TextTransform(rawValue: 128)
  }
  package enum TabSize: Hashable, Sendable {
    case spaces(Double)
    case px(Double)
  }
  package struct Autospace: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let alphabetic = Autospace(rawValue: 1)
    package static let numeric = Autospace(rawValue: 2)
  }
  /// Emphasis marks over or under each character (css-text-decor-4 §3).
  package struct Emphasis: Hashable, Sendable {
    /// The character of the mark; nil for none.
    package var mark: String?
    /// nil is the colour of the text.
    package var color: Color?
    package var isUnder = false
  }
  package enum Justify: UInt8, Hashable, Sendable { case auto, none, interWord, interCharacter }
  package struct HangingPunctuation: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let first = HangingPunctuation(rawValue: 1)
    package static let last = HangingPunctuation(rawValue: 2)
    package static let forceEnd = HangingPunctuation(rawValue: 4)
    package static let allowEnd = HangingPunctuation(rawValue: 8)
  }
  /// Limits of hyphenation (css-text-4 §6.3).
  package struct HyphenateLimits: Hashable, Sendable {
    /// Minimum number of characters in the word, before the hyphen and after it; nil is `auto`.
    package var word, before, after: Int32?
    /// Maximum number of consecutive hyphenated lines; nil is no limit.
    package var lines: Int32?
    /// Maximum unfilled space at the end of a line before hyphenation is tried.
    package var zone = LengthPercentage.zero
    package init() {}
  }
  /// How raster images are shown (css-images-3 §5, css-images-4 §6).
  package struct Images: Hashable, Sendable {
    /// `image-rendering`: enlarged images show their pixels as rectangles.
    package var arePixelated = false
    package var resolution = Resolution()
    package init() {}

    /// `image-resolution`: the natural sizes of raster images.
    package struct Resolution: Hashable, Sendable {
      /// The number of pixels per px.
      package var dppx = 1.0
      /// `from-image`: the resolution that the file states, if any, precedes.
      package var prefersFile = false
      package init() {}
    }
  }
  package enum Hyphens: UInt8, Hashable, Sendable { case none, manual, auto }
  package enum OverflowWrap: UInt8, Hashable, Sendable { case normal, breakWord, anywhere }
  package enum WordBreak: UInt8, Hashable, Sendable { case normal, breakAll, keepAll, breakWord }
  package enum LineBreak: UInt8, Hashable, Sendable { case auto, loose, normal, strict, anywhere }
  package enum WritingMode: UInt8, Hashable, Sendable {
    case horizontal, verticalRL, verticalLR, sidewaysRL, sidewaysLR
    /// Blocks follow one another from right to left.
    package var runsRightToLeft: Bool { self == .verticalRL || self == .sidewaysRL }
  }
  /// Characters in vertical text (css-writing-modes-4 §5.1, §9.1).
  package struct Vertical: Hashable, Sendable {
    package enum Orientation: UInt8, Hashable, Sendable { case mixed, upright, sideways }
    /// Sequences of at most two, three or four digits; one byte, because every style has one.
    package enum Combination: UInt8, Hashable, Sendable {
      case none = 0
      case twoDigits = 2
      case threeDigits, fourDigits, all
    }
    package var orientation = Orientation.mixed
    package var combination = Combination.none
    /// Set by `StyledDocument.turnBoxes`: the text is in a vertical typographic mode, whose baseline is the central
    /// one, unless its orientation is `sideways`.
    package var isVertical = false
    package init() {}
    /// How a box of this style is painted turned. Its background is painted as it is seen on the page.
    package internal(set) var turn: BoxTurn?
    /// Set by `StyledDocument.turnBoxes`: lines and blocks follow one another in the other direction (`vertical-lr`).
    /// They are laid out as in `vertical-rl`, and mirrored.
    package var isMirrored = false
    /// Set by `StyledDocument.turnBoxes`: the top and bottom edges of the box are exchanged until it is mirrored.
    package internal(set) var isFlipped = false
    /// Some characters may be upright, and boxes are aligned by their central baselines.
    package var isCentred: Bool { isVertical && orientation != .sideways }
  }
  package enum Direction: UInt8, Hashable, Sendable { case leftToRight, rightToLeft }
  package enum UnicodeBidi: UInt8, Hashable, Sendable {
    case normal, embed, isolate, override, isolateOverride, plaintext
  }
  package enum Visibility: UInt8, Hashable, Sendable { case visible, hidden, collapse }

  /// The effects of the `white-space` longhands (css-text-4 §3).
  package struct WhiteSpace: Hashable, Sendable {
    package var collapsesSpaces: Bool
    package var collapsesNewlines: Bool
    package var wraps: Bool
    /// `break-spaces`: preserved spaces never hang.
    package var breaksSpaces: Bool
    package init(collapsesSpaces: Bool, collapsesNewlines: Bool, wraps: Bool, breaksSpaces: Bool = false) {
      self.collapsesSpaces = collapsesSpaces
      self.collapsesNewlines = collapsesNewlines
      self.wraps = wraps
      self.breaksSpaces = breaksSpaces
    }
    package static let normal = WhiteSpace(collapsesSpaces: true, collapsesNewlines: true, wraps: true)
    package static let nowrap = WhiteSpace(collapsesSpaces: true, collapsesNewlines: true, wraps: false)
    package static let pre = WhiteSpace(collapsesSpaces: false, collapsesNewlines: false, wraps: false)
    package static let preWrap = WhiteSpace(collapsesSpaces: false, collapsesNewlines: false, wraps: true)
    package static let preLine = WhiteSpace(collapsesSpaces: true, collapsesNewlines: false, wraps: true)
    package static let breakSpaces = WhiteSpace(
      collapsesSpaces: false, collapsesNewlines: false, wraps: true, breaksSpaces: true)
  }
}
