// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The structure of a tagged PDF (ISO 32000-1, 14.7): its elements and the marked content that belongs to them.
package struct StructureTree: Sendable {
  /// A structure element.
  package struct Element: Sendable {
    package var type: StructureType
    /// The index of its parent, which precedes it; its own index for the root.
    package var parent: UInt32
    /// The position of the element in the document, by which an element's kids are sorted.
    package var order: UInt32
    /// Entries other than type, page, parent and kids: `/Lang`, `/Alt`, `/A`.
    package var attributes: PDFDictionary
    /// Whether it is written even without content, such as an empty table cell.
    package var isKept = false

    package init(type: StructureType, parent: UInt32, order: UInt32, attributes: PDFDictionary) {
      self.type = type
      self.parent = parent
      self.order = order
      self.attributes = attributes
    }
  }

  /// A marked-content sequence of a page (14.7.4.2).
  package struct MarkedContent: Sendable {
    /// The index of its element.
    package var element: UInt32
    /// The position of the content in the document, by which an element's kids are sorted.
    package var order: UInt32
    /// The index of the page, from 0.
    package var page: Int32
    /// `/MCID`: counted from 0 on each page, without artifacts.
    package var identifier: Int32

    package init(element: UInt32, order: UInt32, page: Int32, identifier: Int32) {
      self.element = element
      self.order = order
      self.page = page
      self.identifier = identifier
    }
  }

  /// `elements[0]` is the root. Elements without content are left out of the file.
  package var elements: ContiguousArray<Element>
  /// The marked content, sorted by page, then by identifier.
  package var contents: ContiguousArray<MarkedContent>

  package init(elements: ContiguousArray<Element>, contents: ContiguousArray<MarkedContent>) {
    self.elements = elements
    self.contents = contents
  }
}

/// The standard structure types (14.8.4) that this library writes.
package enum StructureType: UInt8, Sendable {
  case document, section, article, division, quotation, paragraph
  case heading1, heading2, heading3, heading4, heading5, heading6
  case list, item, label, itemBody
  case table, tableHead, tableBody, tableFoot, row, header, cell
  case caption, figure, formula, link, reference, note, span
  case ruby, rubyBase, rubyText, rubyPunctuation

  /// The name of the type in ISO 32000-1, such as `Sect`.
  package var name: StaticString {
    switch self {
    case .document: "Document"
    case .section: "Sect"
    case .article: "Art"
    case .division: "Div"
    case .quotation: "BlockQuote"
    case .paragraph: "P"
    case .heading1: "H1"
    case .heading2: "H2"
    case .heading3: "H3"
    case .heading4: "H4"
    case .heading5: "H5"
    case .heading6: "H6"
    case .list: "L"
    case .item: "LI"
    case .label: "Lbl"
    case .itemBody: "LBody"
    case .table: "Table"
    case .tableHead: "THead"
    case .tableBody: "TBody"
    case .tableFoot: "TFoot"
    case .row: "TR"
    case .header: "TH"
    case .cell: "TD"
    case .caption: "Caption"
    case .figure: "Figure"
    case .formula: "Formula"
    case .link: "Link"
    case .reference: "Reference"
    case .note: "Note"
    case .span: "Span"
    case .ruby: "Ruby"
    case .rubyBase: "RB"
    case .rubyText: "RT"
    case .rubyPunctuation: "RP"
    }
  }

  /// Whether elements of this type may contain elements of a few other types only (ISO 32000-1, 14.8.4.3).
  package var isStrict: Bool {
    switch self {
    case .list, .item, .table, .tableHead, .tableBody, .tableFoot, .row, .ruby: true
    default: false
    }
  }
}
