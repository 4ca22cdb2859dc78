import Diagnostics
import PDF

/// One annotation (ISO 32000-1, 12.5), as XFDF, Instant JSON and a page's `/Annots` all describe it.
///
/// Lengths and places are in the page's default user space, whatever its rotation.
package struct Annotation: Equatable, Sendable {
  package var kind: AnnotationKind
  /// From 0.
  package var page: Int
  /// `/Rect`; nil where the source leaves it to what is drawn.
  package var rectangle: PDFRectangle?
  /// `/NM`, which is unique on its page.
  package var name: String?
  /// `/T`
  package var author: String?
  /// `/Subj`
  package var subject: String?
  package var contents: String?
  /// `/RC`: XHTML as ISO 32000-1, 12.7.3.4 restricts it.
  package var richContents: String?
  /// `/M` and `/CreationDate`, as PDF writes dates (ISO 32000-1, 7.9.4).
  package var modified, created: String?
  /// `/C`
  package var color: AnnotationColor?
  /// `/IC`
  package var interior: AnnotationColor?
  /// `/CA`: from 0 to 1.
  package var opacity = 1.0
  package var border = AnnotationBorder()
  package var flags: AnnotationFlags = []
  package var reply: AnnotationReply?
  package var state: ReviewState?
  package var popup: Popup?
  /// `/IT`
  package var intent: String?
  /// What a program keeps with it for itself: a JSON object, as text. In the file under a private name of the third class
  /// (ISO 32000-1, E.2).
  package var customData: String?

  package init(_ kind: AnnotationKind, page: Int, rectangle: PDFRectangle? = nil) {
    self.kind = kind
    self.page = page
    self.rectangle = rectangle
  }
}

extension Annotation {
  /// Whether it says where it is; a damaged one may not.
  var hasPlace: Bool { rectangle != nil || kind.hasOwnGeometry }
}

/// `/IRT` and `/RT` (ISO 32000-1, 12.5.6.2): the annotation that this one answers, or with which it makes a group.
package struct AnnotationReply: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case reply = "R"
    case group = "Group"
  }
  /// The other annotation's name; it is on the same page.
  package var name: String
  package var kind = Kind.reply

  package init(name: String, kind: Kind = .reply) {
    self.name = name
    self.kind = kind
  }
}

/// `/State` and `/StateModel` (ISO 32000-1, 12.5.6.3): what a note says of the annotation that it answers.
package struct ReviewState: Hashable, Sendable {
  package var state: String
  package var model: String

  package init(state: String, model: String) {
    self.state = state
    self.model = model
  }
}

/// A pop-up annotation (ISO 32000-1, 12.5.6.14), which shows the text of the one it belongs to.
package struct Popup: Hashable, Sendable {
  package var rectangle: PDFRectangle
  package var isOpen = false
  package var flags: AnnotationFlags = []

  package init(rectangle: PDFRectangle, isOpen: Bool = false, flags: AnnotationFlags = []) {
    self.rectangle = rectangle
    self.isOpen = isOpen
    self.flags = flags
  }
}

/// `/F` (ISO 32000-1, Table 165).
package struct AnnotationFlags: OptionSet, Hashable, Sendable {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static let invisible = AnnotationFlags(rawValue: 1)
  package static let hidden = AnnotationFlags(rawValue: 2)
  package static let print = AnnotationFlags(rawValue: 4)
  package static let noZoom = AnnotationFlags(rawValue: 8)
  package static let noRotate = AnnotationFlags(rawValue: 16)
  package static let noView = AnnotationFlags(rawValue: 32)
  package static let readOnly = AnnotationFlags(rawValue: 64)
  package static let locked = AnnotationFlags(rawValue: 128)
  package static let toggleNoView = AnnotationFlags(rawValue: 256)
  package static let lockedContents = AnnotationFlags(rawValue: 512)

  /// The names that XFDF has for them, in the order of their bits.
  package static let names: [(name: String, flag: AnnotationFlags)] = [
    ("invisible", .invisible), ("hidden", .hidden), ("print", .print), ("nozoom", .noZoom), ("norotate", .noRotate),
    ("noview", .noView), ("readonly", .readOnly), ("locked", .locked), ("togglenoview", .toggleNoView),
    ("lockedcontents", .lockedContents),
  ]
}

/// What a source asks to be done to a file's annotations.
package enum AnnotationEdit: Equatable, Sendable {
  /// Adds it, or puts it in the place of the one of that name on that page.
  case put(Annotation)
  /// Adds it; that there is one of that name is an error.
  case add(Annotation)
  /// Puts it in the place of the one of that object number, or else of that name; that there is none is an error.
  case modify(Annotation, object: Int?)
  case delete(AnnotationTarget)
}

/// An annotation that a file has.
package enum AnnotationTarget: Hashable, Sendable {
  /// By `/NM`, on one page or on any.
  case name(String, page: Int?)
  /// By the number of its object.
  case object(Int)
}

/// What was read out of a source.
package struct AnnotationSource: Equatable, Sendable {
  /// In the order of the source, each with its place there.
  package var edits: [(edit: AnnotationEdit, place: String)] = []
  package var warnings: [Diagnostic] = []

  package init() {}

  package static func == (a: AnnotationSource, b: AnnotationSource) -> Bool {
    a.warnings == b.warnings && a.edits.count == b.edits.count
      && zip(a.edits, b.edits).allSatisfy { $0.edit == $1.edit && $0.place == $1.place }
  }
}
