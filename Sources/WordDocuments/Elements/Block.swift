import Resources
import Style

/// A paragraph or table.
indirect enum Block {
  case paragraph(Paragraph)
  case table(Table)
}

/// A paragraph (CT_P).
struct Paragraph {
  var role: ParagraphRole
  var properties: ParagraphProperties
  /// The formatting of its characters, and of its end mark.
  var characters: RunProperties
  var content: [Inline] = []
  var numbering: NumberingPosition?
  var frame: FrameProperties?
  /// The index of the section that ends with the paragraph.
  var endsSection: Int?
  /// The paragraph contains page numbers of other elements, as the entries of a table of contents do.
  var refersToPages = false
  /// The level of the heading that the paragraph refers to, from 1.
  var referredLevel: Int?
  /// An index of `StyleCatalog`, set when styles are collected.
  var formatting = 0
}

/// The number of a paragraph (CT_NumPr).
struct NumberingPosition: Hashable {
  /// An index of `NumberingCatalog.instances`.
  var instance: Int
  /// The level of the list, from 0 to 8.
  var level: Int
}

/// A text frame around paragraphs (CT_FramePr). Adjacent paragraphs with equal frames share one.
struct FrameProperties: Hashable {
  /// Twips.
  var width: Int
  /// ST_XAlign: `left` or `right`.
  var side: String
  var horizontalSpace: Int
  var verticalSpace: Int
}

/// Content of a paragraph.
enum Inline {
  case text(String, RunFormat)
  case lineBreak(RunFormat)
  case tab(RunFormat)
  case softHyphen(RunFormat)
  case noBreakHyphen(RunFormat)
  case field(Field, RunFormat)
  case picture(Picture, RunFormat)
  case formula(Formula)
  /// An index of the footnotes, from 1, and the mark if it is not the number.
  case footnote(Int, mark: String?, RunFormat)
  /// The number at the start of a footnote.
  case footnoteNumber(RunFormat)
  /// An index of the bookmarks.
  case bookmark(Int)
  case linkStart(LinkTarget)
  case linkEnd
  case tableOfContentsStart(levels: ClosedRange<Int>)
  case tableOfContentsEnd
}

/// Formatting of a run.
struct RunFormat {
  var role: CharacterRole
  var properties: RunProperties
  var isRightToLeft = false
  /// An index of `StyleCatalog`, set when styles are collected.
  var formatting = 0
}

/// A field (§17.16): its instruction and its result.
struct Field: Hashable {
  var instruction: String
  var result: String
}

/// A formula (CT_OMath).
struct Formula {
  /// The elements of its content.
  var xml: [UInt8]
  /// Whether it has a line of its own.
  var isDisplay: Bool
}

enum LinkTarget: Hashable {
  case address(String)
  /// An index of the bookmarks.
  case bookmark(Int)
}

/// An image in a line, or beside the text.
struct Picture {
  enum Side: String { case left, right }
  var image: ImageID
  /// px.
  var width, height: Double
  var description: String
  var name: String
  /// Parts of the image that are not shown: fractions of its width and height.
  var crop = Sides(0.0)
  /// The border around it.
  var outline: (width: Double, color: String)?
  /// It is nil for an image in a line.
  var side: Side?
  /// The distances between the image and the text beside it, px.
  var distance = Sides(0.0)
}

/// A table (CT_Tbl).
struct Table {
  var role: TableRole
  var properties = TableProperties()
  /// Twips of each column.
  var columns: [Int]
  var rows: [TableRow]
  /// An index of `StyleCatalog`, set when styles are collected.
  var formatting = 0
}

/// Formatting of a table (CT_TblPr).
struct TableProperties {
  enum Alignment: String { case left, center, right }
  var alignment = Alignment.left
  /// Twips.
  var indent = 0
  var isFixed = false
  var isRightToLeft = false
  /// Twips between cells.
  var spacing = 0
}

/// A row of a table (CT_Row).
struct TableRow {
  var isHeader = false
  var isUnbreakable = false
  /// Twips; 0 if it depends on the content.
  var height = 0
  var cells: [TableCell]
}

/// A cell of a table (CT_Tc).
struct TableCell {
  enum Merge { case none, start, next }
  enum VerticalAlignment: String { case top, center, bottom }
  struct Format: Hashable {
    var borders = Sides<Border>.none
    var shading = "auto"
    var alignment = VerticalAlignment.top
    /// Twips.
    var margins = Sides(0)
    var forbidsWrap = false
  }
  /// Index of its first column.
  var column: Int
  var columns = 1
  var merge = Merge.none
  var format = Format()
  var blocks: [Block] = []
}
