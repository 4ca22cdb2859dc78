/// The inherited properties: fonts, lines, lists, and what else text takes from its parent.
package struct TextStyle: Hashable, Sendable {
  package var font = FontStyle()
  package var color = Color.black
  package var lineHeight = LineHeight.normal
  package var textAlign = TextAlign.start
  package var textAlignLast: TextAlign?
  /// What `align` attributes and `<center>` ask for in addition: blocks narrower than their container stand on this
  /// side (left, right or center) where their margins are not auto (HTML 15.3.3, “align descendants”).
  package var blockAlign: TextAlign?
  package var textIndent = LengthPercentage.zero
  /// `hanging`: it indents the lines that it would not, and not those that it would.
  package var indentHangs = false
  /// `each-line`: lines after a forced break count as first ones.
  package var indentsEachLine = false
  /// `text-align: justify-all`: the last line as well.
  package var justifiesLast = false
  package var justify = Justify.auto
  package var hangingPunctuation: HangingPunctuation = []
  /// `text-wrap-style: balance`.
  package var balancesLines = false
  package var whiteSpace = WhiteSpace.normal
  /// px; 0 is `normal`.
  package var letterSpacing = 0.0
  package var wordSpacing = 0.0
  /// As they are inherited: percentages are of each element's own font size.
  var letterSpacingValue = LengthPercentage.zero
  var wordSpacingValue = LengthPercentage.zero
  package var textTransform: TextTransform = []
  /// Lines that the box and its ancestors draw under, over and through this text (css-text-decor-3 §2).
  package var decorations: [TextDecoration] = []
  /// `text-underline-position: under`.
  package var underlinesBelow = false
  package var tabSize = TabSize.spaces(8)
  package var hyphens = Hyphens.manual
  /// nil is `auto`: the font's hyphen.
  package var hyphenateCharacter: String?
  /// `hyphenate-limit-chars`, `-lines` and `-zone`.
  package var hyphenateLimits = HyphenateLimits()
  package var overflowWrap = OverflowWrap.normal
  package var wordBreak = WordBreak.normal
  package var lineBreak = LineBreak.auto
  /// Between which scripts a little space goes (css-text-4 §9.2).
  package var autospace: Autospace = []
  package var emphasis = Emphasis()
  /// Underlines and overlines leave out the glyphs that they would cross.
  package var skipsInk = true
  /// First is on top.
  package var shadows: [TextShadow] = []
  package var writingMode = WritingMode.horizontal
  package var direction = Direction.leftToRight
  package var unicodeBidi = UnicodeBidi.normal
  /// BCP 47, from `lang`; empty where unknown.
  package var language = ""
  package var orphans: Int32 = 2
  package var widows: Int32 = 2

  /// A counter style's name, or nil for `none`. Predefined: `disc`, `decimal` …
  package var listStyleType: String? = "disc"
  /// `list-style-type: "…"`.
  package var listStyleString: String?
  package var listStyleImage: String?
  package var listStyleInside = false
  /// Open and close, from the outermost; empty for `none`.
  package var quotes = [Pair("\u{201C}", "\u{201D}"), Pair("\u{2018}", "\u{2019}")]
  /// `quotes: auto`: by the language.
  var hasAutomaticQuotes = true
  /// Differs from the parent's.
  var hasOwnLanguage = false

  package var borderCollapse = false
  /// Horizontal, vertical, px.
  package var borderSpacing = Pair(0.0, 0.0)
  package var captionSideBottom = false
  package var emptyCellsHidden = false
  package var visibility = Visibility.visible

  /// What `font.features` and `font.smallCaps` are made from.
  var fontVariants = FontVariants()

  package init() {}

  package enum LineHeight: Hashable, Sendable {
    case normal
    /// Times the font size.
    case number(Double)
    case px(Double)
  }
  package enum TextAlign: UInt8, Hashable, Sendable { case start, end, left, right, center, justify }
  /// At most one of the first three, and what else is done to letters after that (css-text-4 §2.1); empty for `none`.
  package struct TextTransform: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let uppercase = TextTransform(rawValue: 1)
    package static let lowercase = TextTransform(rawValue: 2)
    package static let capitalize = TextTransform(rawValue: 4)
    package static let fullWidth = TextTransform(rawValue: 8)
    package static let fullSizeKana = TextTransform(rawValue: 16)
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
  /// Marks over or under each character (css-text-decor-4 §3).
  package struct Emphasis: Hashable, Sendable {
    /// One character; nil for none.
    package var mark: String?
    /// nil is the text's.
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
  /// Where words are not hyphenated (css-text-4 §6.3).
  package struct HyphenateLimits: Hashable, Sendable {
    /// Characters of a word, before a hyphen and after it, that it must have at least; nil is `auto`.
    package var word, before, after: Int?
    /// Lines that may end in a hyphen one after the other; nil for as many as there are.
    package var lines: Int?
    /// What may stay empty at a line's end before a word is hyphenated to fill it.
    package var zone = LengthPercentage.zero
    package init() {}
  }
  package enum Hyphens: UInt8, Hashable, Sendable { case none, manual, auto }
  package enum OverflowWrap: UInt8, Hashable, Sendable { case normal, breakWord, anywhere }
  package enum WordBreak: UInt8, Hashable, Sendable { case normal, breakAll, keepAll, breakWord }
  package enum LineBreak: UInt8, Hashable, Sendable { case auto, loose, normal, strict, anywhere }
  /// Layout knows the horizontal one only.
  package enum WritingMode: UInt8, Hashable, Sendable { case horizontal, verticalRL, verticalLR }
  package enum Direction: UInt8, Hashable, Sendable { case leftToRight, rightToLeft }
  package enum UnicodeBidi: UInt8, Hashable, Sendable {
    case normal, embed, isolate, override, isolateOverride, plaintext
  }
  package enum Visibility: UInt8, Hashable, Sendable { case visible, hidden, collapse }

  /// `white-space` as its three longhand effects (css-text-4 §3).
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

/// What picks a font (css-fonts-4); sizes in px.
package struct FontStyle: Hashable, Sendable {
  /// In order of preference; generic families by their keyword (`serif`, `sans-serif`, `monospace` …).
  package var families: [String] = ["serif"]
  package var size = 16.0
  /// The size goes back to a length, so that `monospace` does not scale it.
  var isAbsoluteSize = false
  /// 1...1000.
  package var weight: UInt16 = 400
  package var slant = Slant.normal
  /// Percent, 50...200.
  package var stretch = 100.0
  package var smallCaps = false
  /// Capitals are small as well.
  package var isAllSmallCaps = false
  /// OpenType features that are set or cleared by `font-feature-settings`, `font-variant-*` and `font-kerning`, sorted.
  package var features: [FontFeature] = []
  package var synthesizesWeight = true
  package var synthesizesStyle = true
  package var synthesizesSmallCaps = true
  package var sizeAdjust: SizeAdjust?
  package init() {}
  /// `font-size-adjust`: one measure of the font as a part of its size; nil is that of the first available font.
  package struct SizeAdjust: Hashable, Sendable {
    package enum Metric: UInt8, Hashable, Sendable { case xHeight, capHeight, zeroWidth, ideographWidth }
    package var metric: Metric
    package var value: Double?
  }
  package enum Slant: UInt8, Hashable, Sendable { case normal, italic, oblique }
}

/// One OpenType feature: a four-letter tag and its value.
package struct FontFeature: Hashable, Sendable {
  package var tag: String
  package var value: UInt32
  package init(tag: String, value: UInt32) {
    self.tag = tag
    self.value = value
  }
}

/// A line that is drawn along text.
package struct TextDecoration: Hashable, Sendable {
  package enum Line: UInt8, Hashable, Sendable { case underline, overline, lineThrough }
  package enum Style: UInt8, Hashable, Sendable { case solid, double, dotted, dashed, wavy }
  package var line: Line
  package var style = Style.solid
  package var color: Color
  /// px, nil for the font's own.
  package var thickness: Double?
  /// px below the font's own position.
  package var offset: Double?
  package init(line: Line, color: Color) {
    self.line = line
    self.color = color
  }
}

/// One layer of `text-shadow`, px.
package struct TextShadow: Hashable, Sendable {
  package var x, y, blur: Double
  package var color: Color
  package init(x: Double, y: Double, blur: Double, color: Color) {
    self.x = x
    self.y = y
    self.blur = blur
    self.color = color
  }
}
