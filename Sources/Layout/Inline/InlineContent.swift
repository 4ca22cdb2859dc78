import Markup
import Style
import TextShaping

/// The content of an inline formatting context: its text and items in logical order.
struct InlineContent {
  /// UTF-8 after white-space processing and case transformation; U+FFFC represents each atomic inline. Empty once the
  /// content is shaped, because the shaped text has the same bytes, unless it has texts that depend on pages or
  /// synthesized small capitals.
  var bytes: ContiguousArray<UInt8> = []
  var items: ContiguousArray<InlineItem> = []
  var boxes: ContiguousArray<InlineBox> = []
  /// While collecting: a collapsible space would be removed here.
  var isAfterSpace = true
  /// Set with `metrics`: some boxes repeat their edges on each line.
  var hasClonedEdges = false
  /// Set when `bytes` are released: whether there was text.
  private(set) var hadText = false
  /// The block container's style: the root inline box.
  var rootStyle: StyleID
  /// The element of the content, or its nearest ancestor, for diagnostics.
  var node = NodeID.none
  /// `shaped`, in two fields, which take less space.
  private var shapedText = Box.absent
  private var words: ContiguousArray<Word> = []
  /// Set when lines are first built: the metrics of `boxes`, then of the root.
  var metrics: ContiguousArray<InlineMetrics> = []
  /// What most contents do not have: at most one value.
  private var details: ContiguousArray<InlineDetails> = []

  init(rootStyle: StyleID) { self.rootStyle = rootStyle }

  /// Set when the content is first measured or laid out: the index of the shaped text, and its words.
  var shaped: ShapedContent? {
    get { shapedText == Box.absent ? nil : ShapedContent(text: shapedText, words: words) }
    set {
      shapedText = newValue?.text ?? Box.absent
      words = newValue?.words ?? []
    }
  }

  /// Releases the words, which are computed again if they are needed.
  mutating func releaseWords() { words = [] }

  /// Leaves the text to the shaped text.
  mutating func releaseBytes() {
    hadText = hasText
    bytes = []
  }

  /// The style of an inline box, or of the root.
  func style(of box: UInt32) -> StyleID { box == InlineItem.root ? rootStyle : boxes[Int(box)].style }

  /// The ranges of the bidi controls of the root and of inline boxes.
  var boxControls: [Range<Int>] {
    var ranges: [Range<Int>] = []
    // Those of the root are part of the first text.
    if rootControlCount > 0, items.first(where: { !$0.bytes.isEmpty })?.kind == .text {
      ranges.append(0..<rootControlCount)
    }
    for item in items where (item.kind == .open || item.kind == .close) && !item.bytes.isEmpty {
      ranges.append(Int(item.bytes.lowerBound)..<Int(item.bytes.upperBound))
    }
    return ranges
  }
}

/// The inline boxes of a content, and the root.
struct InlineNesting {
  let boxes: ContiguousArray<InlineBox>
  let rootStyle: StyleID

  /// The style of an inline box, or of the root.
  func style(of box: UInt32) -> StyleID { box == InlineItem.root ? rootStyle : boxes[Int(box)].style }

  /// The innermost box that contains both. Boxes come after their parents.
  func commonBox(_ first: UInt32, _ second: UInt32) -> UInt32 {
    var (first, second) = (first, second)
    while first != second {
      if first == InlineItem.root || second == InlineItem.root { return InlineItem.root }
      if first > second { first = boxes[Int(first)].parent } else { second = boxes[Int(second)].parent }
    }
    return first
  }
}

/// What only some contents have. It is stored separately because a long table consists of thousands of contents.
struct InlineDetails {
  /// The control characters for the `unicode-bidi` of the root, before all text.
  var rootControls: [UInt8] = []
  /// While collecting: the open boxes, innermost last.
  var openBoxes: [UInt32] = []
  /// The texts among the items that depend on pages.
  var references: [InlineReference] = []
  /// While collecting: the same items with the styles of a first line that `::first-line` styles.
  var alternate: ContiguousArray<InlineContent> = []
  /// Index in `BoxTree.inlines` of the first-line content, once collected.
  var firstLine = Box.absent
  /// For each byte of an item, the offset of the byte from which it was made, by item; only if a transform may have
  /// changed the length of the item's text and there is an `alternate`.
  var origins: [UInt32: [UInt32]] = [:]
  var tracksOrigins = false
  /// The floats that the next line is below (`clear` of `br`), by the offset after a forced break.
  var clears: [UInt32: BoxStyle.Clear] = [:]
  /// Set when the content is shaped: the directions of its paragraphs if each has its own.
  var paragraphs: ParagraphDirections?
  /// Set with `metrics`: the width to which percentages refer, if there are any.
  var measuredWidth: Double?

  static var none: InlineDetails { InlineDetails() }
}

// Reading one of these fields through `detail` would make a value of all fields.
extension InlineContent {
  /// The index in `BoxTree.inlines` of the first-line content, or `Box.absent`.
  var firstLine: UInt32 { details.isEmpty ? Box.absent : details[0].firstLine }
  /// Whether a line is below floats (`clear` of `br`).
  var hasClears: Bool { !details.isEmpty && !details[0].clears.isEmpty }
  var paragraphs: ParagraphDirections? { details.isEmpty ? nil : details[0].paragraphs }
  var measuredWidth: Double? { details.isEmpty ? nil : details[0].measuredWidth }
  var rootControlCount: Int { details.isEmpty ? 0 : details[0].rootControls.count }
  var tracksOrigins: Bool { !details.isEmpty && details[0].tracksOrigins }
  /// Whether there are texts that depend on pages.
  var hasReferences: Bool { !details.isEmpty && !details[0].references.isEmpty }
  /// While collecting: whether there is content of a first line with styles of its own.
  var hasAlternate: Bool { !details.isEmpty && !details[0].alternate.isEmpty }
  /// While collecting: the innermost open box, or the root.
  var innermost: UInt32 { details.isEmpty ? InlineItem.root : details[0].openBoxes.last ?? InlineItem.root }
}

extension InlineContent {
  /// Reads as `InlineDetails.none` until it is first changed.
  var detail: InlineDetails {
    _read { if details.isEmpty { yield InlineDetails.none } else { yield details[0] } }
    _modify {
      if details.isEmpty { details.append(InlineDetails()) }
      yield &details[0]
    }
  }
}

/// A text, the start or end of an inline box, or an object in the text.
struct InlineItem {
  enum Kind: UInt8 { case text, open, close, atomic, float, outOfFlow }
  var kind: Kind
  /// The range of the text; for other items an empty range at their position (for an atomic inline, its U+FFFC).
  var bytes: Range<UInt32>
  /// Index in `InlineContent.boxes` of the innermost inline box around the item (for a start or end, the box itself),
  /// or `InlineItem.root`.
  var box: UInt32
  /// The box of an atomic inline, a float or a box out of flow.
  var object = BoxID.none
  static let root = UInt32.max
}

/// An inline box: an element such as `<em>`, or a fragment of one that is split by a block.
struct InlineBox {
  var style: StyleID
  var node: NodeID
  /// Index of the enclosing inline box, or `InlineItem.root`.
  var parent: UInt32
  var link: UInt32
  /// It is false if a block inside the element split off the start or the end (CSS 2.2 §9.2.1.1).
  var hasStart = true
  var hasEnd = true
}

/// The shaped text of an inline formatting context.
struct ShapedContent {
  /// Index in `LayoutContext.texts`.
  var text: UInt32
  /// The words of the content; empty after they were released.
  var words: ContiguousArray<Word>
}

/// Text between two break opportunities: the unit for filling lines.
struct Word {
  var bytes: Range<UInt32>
  /// The width without `space`, px.
  var width: Double
  /// The width of the white space at the word's end that hangs or is removed at the end of a line, px.
  var space: Double
  /// The start of that white space.
  var spaceStart: UInt32
  /// The end of the hanging white space. Collapsible spaces, which are removed, come after it.
  var hangEnd: UInt32
  /// The white space hangs only if it does not fit, before a forced break (css-text-4 §4.1.3).
  var keepsSpace: Bool
  /// A forced break follows.
  var endsLine: Bool
  /// It ends with a soft hyphen: a hyphen is shown if the line ends here.
  var endsWithSoftHyphen: Bool
  /// It may be broken anywhere if it does not fit (`overflow-wrap`).
  var breaksAnywhere: Bool
  /// Whether the word's min-content width is that of its widest character (`overflow-wrap: anywhere`).
  var shrinks: Bool
  /// Whether the word may be hyphenated with a dictionary.
  var hyphenates: Bool
  /// It contains a tab, so its width depends on its position.
  var hasTab: Bool
  /// The white space at its end contains a tab, so `space` depends on the position too.
  var hangsTab: Bool
  /// The items that belong to it. Each item belongs to one word.
  var items: Range<UInt32> = 0..<0
}
