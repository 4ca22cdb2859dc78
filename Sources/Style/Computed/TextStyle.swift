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
  package var whiteSpace = WhiteSpace.normal
  /// px; 0 is `normal`.
  package var letterSpacing = 0.0
  package var wordSpacing = 0.0
  package var textTransform = TextTransform.none
  /// Lines that the box and its ancestors draw under, over and through this text (css-text-decor-3 §2).
  package var decorations: [TextDecoration] = []
  /// `text-underline-position: under`.
  package var underlinesBelow = false
  package var tabSize = TabSize.spaces(8)
  package var hyphens = Hyphens.manual
  /// nil is `auto`: the font's hyphen.
  package var hyphenateCharacter: String?
  package var overflowWrap = OverflowWrap.normal
  package var wordBreak = WordBreak.normal
  package var lineBreak = LineBreak.auto
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
  package enum TextTransform: UInt8, Hashable, Sendable { case none, uppercase, lowercase, capitalize, fullWidth }
  package enum TabSize: Hashable, Sendable { case spaces(Double), px(Double) }
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
  /// OpenType features that are set or cleared by `font-feature-settings`, `font-variant-*` and `font-kerning`, sorted.
  package var features: [FontFeature] = []
  package init() {}
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
