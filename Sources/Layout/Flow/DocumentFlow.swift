import Diagnostics
import Markup
import Resources
import Style

/// The content of a document in reading order, for outputs that flow text themselves, such as a word processor's file.
///
/// It has the text of the pages (white space, counters, quotation marks and generated content are resolved), and the
/// sizes that such outputs cannot compute: widths of columns, sizes of images and positions of flex and grid items.
package struct DocumentFlow: Sendable {
  /// The markup and the styles. Contains the `@page` rules too.
  package var document: StyledDocument
  /// It is nil if the root generates no box.
  package var root: FlowBox?
  /// The values of `string-set`, by element.
  package var strings: [NodeID: [(name: String, text: String)]] = [:]
  /// The line heights of styles with lines, by style.
  package var lineHeights: [StyleID: LineHeight] = [:]
  /// The pages of the document as it was laid out.
  package var pageCount: Int
  /// Problems that did not stop layout.
  package var diagnostics: [Diagnostic]

  /// Heights of a line, px.
  package struct LineHeight: Hashable, Sendable {
    /// The used value of `line-height`.
    package var used: Double
    /// The height that the font asks for.
    package var natural: Double
  }
}

/// A block-level, table-internal or atomic inline box.
package struct FlowBox: Sendable {
  /// What a box contains.
  package indirect enum Content: Sendable {
    /// Block-level boxes, floats and positioned boxes, in document order.
    case boxes([FlowBox])
    case lines(FlowLines)
    case table(FlowTable)
    case picture(FlowPicture)
    /// A check box or radio button.
    case control(Fragment.Control)
    case formula(FlowFormula)
    /// A leader with its pattern.
    case leader(String)
    /// Content that is not shown on paper, or a generated image that is not a file.
    case blank
  }
  package var content: Content
  package var style: StyleID
  /// `.none` for generated and anonymous boxes.
  package var node: NodeID
  /// The box is not the principal box of an element.
  package var isAnonymous = false
  /// The box shows the alternative text of an image that cannot be shown.
  package var isMissingImage = false
  /// The marker of a list item.
  package var marker: FlowMarker?
  /// The address of the innermost link around the box.
  package var link: String?
  /// The border box of the box's first part, px, as if the pages were below each other; nil if the box is not an
  /// element, or is not shown.
  package var frame: Rect?

  /// The children of the box, if it contains boxes.
  package var children: [FlowBox] { if case .boxes(let boxes) = content { boxes } else { [] } }
}

/// The marker of a list item, outside of its lines.
package struct FlowMarker: Sendable {
  /// It is nil for a marker with text.
  package var bullet: Fragment.Bullet?
  /// The text of the marker.
  package var text: String
  package var style: StyleID
  /// The value of the counter `list-item`.
  package var number: Int
  /// The values of all its instances, outermost first, if the marker's content is not automatic.
  package var numbers: [Int]
}

/// The lines of an inline formatting context: its text and items in logical order.
package struct FlowLines: Sendable {
  /// UTF-8 after white-space processing and case transformation; U+FFFC represents each atomic inline.
  package var bytes: ContiguousArray<UInt8>
  /// Texts, starts and ends of inline boxes, and objects.
  package var items: [FlowItem]
  /// The inline boxes, outer ones first.
  package var inlines: [FlowInline]
  package var style: StyleID

  package init(bytes: ContiguousArray<UInt8> = [], items: [FlowItem] = [], inlines: [FlowInline] = [], style: StyleID) {
    self.bytes = bytes
    self.items = items
    self.inlines = inlines
    self.style = style
  }
}

/// An inline box.
package struct FlowInline: Sendable {
  package var style: StyleID
  /// `.none` for generated content.
  package var node: NodeID
  /// Index of the enclosing inline box in `FlowLines.inlines`; nil for the block container.
  package var parent: Int?
  /// The address of the innermost link around it.
  package var link: String?
}

/// A text, the start or end of an inline box, or an object in the text.
package struct FlowItem: Sendable {
  /// What an item is.
  package indirect enum Kind: Sendable {
    /// A range of `FlowLines.bytes`.
    case text(Range<Int>)
    /// Text that depends on pages or on another element.
    case reference(FlowReference)
    case open, close
    case atomic(FlowBox)
    case float(FlowBox)
    case outOfFlow(FlowBox)
    case footnote(FlowBox)
  }
  package var kind: Kind
  /// Index in `FlowLines.inlines` of the innermost inline box around the item (for a start or end, the box itself); nil
  /// for the block container.
  package var inline: Int?
}

/// A generated text that depends on pages or on another element.
package struct FlowReference: Sendable {
  /// The part of `content` that generates the text.
  package var item: ContentItem
  /// The text on the page.
  package var text: String
  /// The element that the address refers to.
  package var target: NodeID
}

/// A table on its grid.
package struct FlowTable: Sendable {
  /// A row and the cells that start in it.
  package struct Row: Sendable {
    package var style: StyleID
    package var node: NodeID
    /// The style of the row group, if there is one.
    package var group: StyleID?
    /// The row is in the header, which pages repeat.
    package var isHeader: Bool
    /// The row is in the footer, which pages repeat.
    package var isFooter: Bool
    package var cells: [Cell]
  }
  /// A cell and its place on the grid.
  package struct Cell: Sendable {
    package var box: FlowBox
    /// The first column, from 0.
    package var column: Int
    /// The columns that it spans.
    package var columns: Int
    /// The rows that it spans.
    package var rows: Int
  }
  /// All captions, wherever they are shown.
  package var captions: [FlowBox]
  package var rows: [Row]
  package var columnCount: Int
  /// The styles of column elements; fewer than columns if there are none for the last ones.
  package var columnStyles: [StyleID]
}

/// An image with its used size.
package struct FlowPicture: Sendable {
  package var image: ImageID
  /// The image, px, relative to the border box; nil if it is not shown on any page.
  package var rect: Rect?
  /// px; 0 if unknown.
  package var naturalWidth, naturalHeight: Double
}
