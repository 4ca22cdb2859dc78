import Markup
import Resources
import Style
import TextShaping

/// The one work value of layout: what is being set, and what has been set of the page in progress.
///
/// Each formatting context is an extension of it in a file of its own.
///
/// It cannot be copied: a copy would count a reference up and down for each of its arrays, and have the first change to one
/// copy all of it.
struct Flow: ~Copyable {
  var document: StyledDocument
  var tree: BoxTree
  let shaper: TextShaper
  let images: ImageStore
  var texts: ContiguousArray<ShapedText> = []
  /// The inline contents whose last line stands on the page in progress.
  var endedLines: [UInt32] = []
  /// Fragments of the page in progress.
  var fragments = FragmentArena()
  /// The floats of each open block formatting context, innermost last.
  var floats: [FloatContext] = []
  /// Where this page may be broken better than where it had to be (css-break-3 §4.5).
  var breaks = BreakCandidates()
  var warnings: [LayoutWarning] = []
  /// `position: fixed` boxes, which stand on every page, and where they would stand in the flow.
  var fixedBoxes: [(box: BoxID, staticPosition: Point)] = []

  /// By style.
  var fontOfStyle: ContiguousArray<FontID?> = []
  var intrinsicSizes: [BoxID: IntrinsicSize] = [:]
  var measuredBlocks: [BoxID: [MeasuredBlock]] = [:]
  /// Only sizes and baselines are wanted: containers that know them from their items' need not set these.
  var isMeasuring = false
  var columnSizes: [BoxID: [ColumnSize]] = [:]
  var columnLayouts: [BoxID: ColumnLayout] = [:]
  var collapsedBorders: [BoxID: CollapsedBorders] = [:]
  var tableHeights: [BoxID: TableHeights] = [:]
  /// Whether any style has a height in percent, once asked.
  var percentHeights: Bool?
  /// Styles of cells that columns with `visibility: collapse` cut, by their own style.
  var clippingStyles: [StyleID: StyleID] = [:]
  /// Margin boxes of footnotes.
  var footnoteSizes: [FootnoteKey: Size] = [:]
  var leaders: [LeaderKey: UInt32] = [:]
  /// Shaped hyphens, ellipses and emphasis marks.
  var marks: [MarkKey: UInt32] = [:]
  /// Styles of emphasis marks, by their text's.
  var emphasisStyles: [StyleID: StyleID] = [:]
  var clippingStyle: StyleID?
  var positionedClippingStyle: StyleID?
  var effort = Effort()
  var depth = 0
  let stack = StackGuard()
  /// Multi-column containers that are open, and whether the innermost fragmentainer is a column.
  var columnDepth = 0
  /// Columns set so far, all tries counted.
  var columnPasses = 0
  var isInColumn = false
  /// How content missed the columns being tried.
  var columnFit = ColumnFit()
  /// The first limit that was passed; nothing more is set after it.
  var failure: LayoutError?

  init(document: StyledDocument, tree: BoxTree, shaper: TextShaper, images: ImageStore) {
    self.document = document
    self.tree = tree
    self.shaper = shaper
    self.images = images
  }
}

extension Flow {
  /// The computed style of a box, read in place.
  subscript(box: BoxID) -> ComputedStyle {
    _read { yield document.styles[Int(tree[box].style.index)] }
  }

  subscript(style: StyleID) -> ComputedStyle {
    _read { yield document.styles[Int(style.index)] }
  }

  /// The font that a style asks for.
  mutating func font(_ style: StyleID) -> FontID {
    let index = Int(style.index)
    if index < fontOfStyle.count, let font = fontOfStyle[index] { return font }
    if index >= fontOfStyle.count {
      fontOfStyle.append(contentsOf: repeatElement(nil, count: document.styles.count - fontOfStyle.count))
    }
    var description = FontDescription(document.styles[index].text)
    if let adjust = document.styles[index].text.font.sizeAdjust { description.size *= sizeFactor(adjust, description) }
    let font = shaper.font(description)
    if shaper.hasNewDiagnostics { noteFontWarnings(for: style) }
    fontOfStyle[index] = font
    return font
  }

  /// How much larger a font is set for `font-size-adjust` (css-fonts-4 §2.6); `from-font` is the first font's own.
  private func sizeFactor(_ adjust: FontStyle.SizeAdjust, _ description: FontDescription) -> Double {
    guard let wanted = adjust.value, description.size > 0 else { return 1 }
    let metrics = shaper.metrics(shaper.font(description))
    let own =
      switch adjust.metric {
      case .xHeight: metrics.xHeight
      case .capHeight: metrics.capHeight
      case .zeroWidth: metrics.zeroAdvance
      case .ideographWidth: description.size
      }
    return own > 0 ? min(wanted / (own / description.size), 100) : 1
  }

  /// The used line height of a style in px (CSS 2.2 §10.8).
  mutating func lineHeight(_ style: StyleID) -> Double {
    switch document.styles[Int(style.index)].text.lineHeight {
    case .number(let factor): return factor * document.styles[Int(style.index)].text.font.size
    case .px(let px): return px
    case .normal:
      let (ascent, descent, gap) = lineMetrics(style)
      return ascent + descent + gap
    }
  }

  /// A font's ascent, descent and line gap in whole px, as browsers take them for line boxes.
  mutating func lineMetrics(_ style: StyleID) -> (ascent: Double, descent: Double, gap: Double) {
    let metrics = shaper.metrics(font(style))
    return (metrics.ascent.rounded(), metrics.descent.rounded(), metrics.lineGap.rounded())
  }
}

extension Flow {
  /// Notes that a limit was passed.
  mutating func fail(_ code: LayoutError.Code, _ message: String, _ box: BoxID) {
    guard failure == nil else { return }
    let node = box.isNone ? .none : tree[box].node
    failure = LayoutError(code: code, message: message, line: node.isNone ? nil : Int(document.document[node].line))
  }
}

extension FontDescription {
  /// The font that computed text properties ask for.
  init(_ text: TextStyle) {
    let font = text.font
    let slant: Slant =
      switch font.slant {
      case .normal: .normal
      case .italic: .italic
      case .oblique: .oblique
      }
    self.init(
      families: font.families, size: font.size, weight: font.weight, slant: slant, stretch: font.stretch,
      features: font.features.map { "\($0.tag)=\($0.value)" } + (font.smallCaps ? ["smcp=1"] : []),
      language: text.language)
    if !font.synthesizesWeight { synthesis.remove(.bold) }
    if !font.synthesizesStyle { synthesis.remove(.oblique) }
  }
}
