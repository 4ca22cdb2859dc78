// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The contents of a new PDF apart from its drawing: metadata, page attributes, links, outline and structure.
///
/// Coordinates are points in default user space: from the lower left corner of the page, y upwards.
package struct DocumentContents: Sendable {
  package var metadata = PDFMetadata()
  /// One for each page, in order.
  package var pages: [PageContents]
  /// The destinations that links name, in any order.
  package var destinations: [NamedDestination] = []
  /// The outline in the order of the document.
  package var outline: [OutlineEntry] = []
  /// The structure of a tagged PDF; nil for a PDF without tags.
  package var structure: StructureTree?
  /// Further properties of the metadata of a file that conforms to profiles.
  package var schemas: [XMPSchema] = []
  package var attachments: [Attachment] = []
  /// Whether the file is only input of a further step, so that its objects are not compressed.
  package var isIntermediate = false

  package init(pages: [PageContents]) { self.pages = pages }
}

/// A page's attributes and annotations.
package struct PageContents: Sendable {
  /// Degrees by which readers turn the page, clockwise: a multiple of 90.
  package var rotation = 0
  /// The rectangle to which the sheet is cut (`TrimBox`, ISO 32000-1, 14.11.2), and the printed area beyond it
  /// (`BleedBox`); nil if it is not cut.
  package var trimBox: PDFRectangle?
  package var bleedBox: PDFRectangle?
  package var links: [LinkAnnotation] = []
  /// The page's label (12.4.2); nil for its place in the document, from 1.
  package var label: String?

  package init() {}
}

/// A link annotation (12.5.6.5).
package struct LinkAnnotation: Sendable {
  /// Where a link leads.
  package enum Target: Sendable {
    /// A named destination of the document.
    case name([UInt8])
    case place(PageDestination)
    /// An address; 7-bit, as PDF requires (12.6.4.7).
    case uri([UInt8])
  }
  /// The area that reacts to clicks.
  package var rectangle: PDFRectangle
  package var target: Target
  /// The structure element to which the link belongs, as an index into `StructureTree.elements`.
  package var element: UInt32?
  /// A description of the link for readers that cannot see it, such as its text; may be empty.
  package var description: String

  package init(rectangle: PDFRectangle, target: Target, element: UInt32? = nil, description: String = "") {
    self.rectangle = rectangle
    self.target = target
    self.element = element
    self.description = description
  }
}

/// A point on a page that is scrolled to the window's upper left corner (12.3.2).
package struct PageDestination: Sendable {
  /// The index of the page, from 0.
  package var page: Int
  package var x, y: Double
  /// The structure element at the point, as an index into `StructureTree.elements`; nil for the document.
  package var element: UInt32?

  package init(page: Int, x: Double, y: Double, element: UInt32? = nil) {
    self.page = page
    self.x = x
    self.y = y
    self.element = element
  }
}

/// A destination that links refer to by name (12.3.2.3).
package struct NamedDestination: Sendable {
  /// Any bytes; unique in the document.
  package var name: [UInt8]
  package var destination: PageDestination

  package init(name: [UInt8], destination: PageDestination) {
    self.name = name
    self.destination = destination
  }
}

/// An entry of the document outline (12.3.3). It is a child of the nearest preceding entry with a lower level.
package struct OutlineEntry: Sendable {
  /// The level of the entry, from 1.
  package var level: Int
  package var title: String
  /// Whether its children are visible at first.
  package var isOpen: Bool
  package var destination: PageDestination

  package init(level: Int, title: String, isOpen: Bool, destination: PageDestination) {
    self.level = level
    self.title = title
    self.isOpen = isOpen
    self.destination = destination
  }
}
