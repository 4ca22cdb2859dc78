import Markup
import Style
import TextShaping

/// The content of one inline formatting context: its text, and the items that stand in it, in logical order.
struct InlineContent {
  /// UTF-8 after white-space processing and case transformation; U+FFFC stands for each atomic inline.
  var bytes: ContiguousArray<UInt8> = []
  var items: ContiguousArray<InlineItem> = []
  var boxes: ContiguousArray<InlineBox> = []
  /// The control characters that the root's own `unicode-bidi` puts before all text.
  var rootControls: [UInt8] = []
  /// While the content is collected: a collapsible space would vanish here.
  var isAfterSpace = true
  /// The boxes that are open while the content is collected, innermost last.
  var openBoxes: [UInt32] = []
  /// The block container's style: the root inline box.
  var rootStyle: StyleID
  /// The element that it is the content of, or the nearest around it, for messages.
  var node = NodeID.none
  /// Texts among the items that depend on pages.
  var references: [InlineReference] = []
  /// While the content is collected: the same items as they stand on a first line that `::first-line` styles.
  var alternate: ContiguousArray<InlineContent> = []
  /// Index in `BoxTree.inlines` of that content, once collected.
  var firstLine = Box.absent
  /// By item, where a transform may have changed the text's length and there is an `alternate`: of each byte, the offset of
  /// the byte that it was made from.
  var origins: [UInt32: [UInt32]] = [:]
  var tracksOrigins = false
  /// Filled when first measured or set: the index of the shaped text, and its words.
  var shaped: ShapedContent?
  /// Filled when lines are first built: by `boxes`, then the root.
  var metrics: ContiguousArray<InlineMetrics> = []
  /// With them: some of the boxes repeat their edges on each line.
  var hasClonedEdges = false

  init(rootStyle: StyleID) { self.rootStyle = rootStyle }

  /// The style of an inline box, or of the root.
  func style(of box: UInt32) -> StyleID { box == InlineItem.root ? rootStyle : boxes[Int(box)].style }

  /// The innermost box that holds both: boxes stand behind their parents.
  func commonBox(_ first: UInt32, _ second: UInt32) -> UInt32 {
    var (first, second) = (first, second)
    while first != second {
      if first == InlineItem.root || second == InlineItem.root { return InlineItem.root }
      if first > second { first = boxes[Int(first)].parent } else { second = boxes[Int(second)].parent }
    }
    return first
  }
}

/// Text, an inline box's start or end, or an object in the text.
struct InlineItem {
  enum Kind: UInt8 { case text, open, close, atomic, float, outOfFlow }
  var kind: Kind
  /// The text's range; for the others an empty range where they stand (for an atomic: its U+FFFC).
  var bytes: Range<UInt32>
  /// Index in `InlineContent.boxes` of the innermost inline box around it (of a start or end: the box itself),
  /// or `InlineItem.root`.
  var box: UInt32
  /// Atomics, floats and boxes out of flow: which.
  var object = BoxID.none
  static let root = UInt32.max
}

/// An inline box: an element such as `<em>`, or a part of one that a block splits.
struct InlineBox {
  var style: StyleID
  var node: NodeID
  /// Index of the enclosing inline box, or `InlineItem.root`.
  var parent: UInt32
  var link: UInt32
  /// False where a block inside the element cut the start or the end off (CSS 2.2 §9.2.1.1).
  var hasStart = true
  var hasEnd = true
}

/// What shaping makes of an inline formatting context, kept for all later measuring.
struct ShapedContent {
  /// Index in `Flow.texts`.
  var text: UInt32
  /// Empty where they were let go.
  var words: ContiguousArray<Word>
}

/// Text between two places where a line may end: the unit that lines are filled with.
struct Word {
  var bytes: Range<UInt32>
  /// px, with the edges of inline boxes that start or end in it, without `space`.
  var width: Double
  /// px of white space at its end that hangs or vanishes at a line's end.
  var space: Double
  /// Where that white space begins.
  var spaceStart: UInt32
  /// Where what hangs of it ends; collapsible spaces vanish at a line's end and stand after that.
  var hangEnd: UInt32
  /// White space that hangs only where it does not fit, before a forced break (css-text-4 §4.1.3).
  var keepsSpace: Bool
  /// A line must end after it.
  var endsLine: Bool
  /// A soft hyphen ends it: a hyphen shows where a line ends here.
  var endsWithSoftHyphen: Bool
  /// It may be broken anywhere where it does not fit (`overflow-wrap`).
  var breaksAnywhere: Bool
  /// Its smallest width is that of its widest character (`overflow-wrap: anywhere`).
  var shrinks: Bool
  /// A dictionary says where it may be broken with a hyphen.
  var hyphenates: Bool
  /// It contains a tab, so its width depends on where it stands.
  var hasTab: Bool
  /// The items that begin with it; all items are given to words in order.
  var items: Range<UInt32> = 0..<0
}
