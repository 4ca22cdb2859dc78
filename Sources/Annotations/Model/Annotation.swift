import Diagnostics
import PDF

/// An annotation (ISO 32000-1, 12.5), as described by XFDF, Instant JSON and `/Annots`.
///
/// Lengths and positions are in the default user space of the page, regardless of its rotation.
package struct Annotation: Equatable, Sendable {
  package var kind: AnnotationKind
  /// The index of the page, from 0.
  package var page: Int
  /// `/Rect`; nil if it is computed from the appearance.
  package var rectangle: PDFRectangle?
  /// `/NM`, unique on its page.
  package var name: String?
  /// `/T`
  package var author: String?
  /// `/Subj`
  package var subject: String?
  /// `/Contents`: the text of the annotation, or a description of it.
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
  /// `/BS` and `/BE`.
  package var border = AnnotationBorder()
  /// `/F`.
  package var flags: AnnotationFlags = []
  /// `/IRT` and `/RT`; nil if it belongs to no other annotation.
  package var reply: AnnotationReply?
  /// `/State` and `/StateModel`; nil if it assigns none.
  package var state: ReviewState?
  /// `/Popup`; nil for none.
  package var popup: Popup?
  /// `/IT`
  package var intent: String?
  /// Application data: a JSON object as text. Stored under a private third-class name (ISO 32000-1, E.2).
  package var customData: String?

  package init(_ kind: AnnotationKind, page: Int, rectangle: PDFRectangle? = nil) {
    self.kind = kind
    self.page = page
    self.rectangle = rectangle
  }
}

extension Annotation {
  /// Whether its position is known; in a damaged file it can be missing.
  var hasPlace: Bool { rectangle != nil || kind.hasOwnGeometry }
}

/// `/IRT` and `/RT` (ISO 32000-1, 12.5.6.2): the annotation that this one replies to or is grouped with.
package struct AnnotationReply: Hashable, Sendable {
  /// `/RT`: how the annotations belong together.
  package enum Kind: String, Hashable, Sendable {
    case reply = "R"
    case group = "Group"
  }
  /// Name of the other annotation, on the same page.
  package var name: String
  package var kind = Kind.reply

  package init(name: String, kind: Kind = .reply) {
    self.name = name
    self.kind = kind
  }
}

/// `/State` and `/StateModel` (ISO 32000-1, 12.5.6.3): the review state that a reply assigns.
package struct ReviewState: Hashable, Sendable {
  /// Such as `Accepted`.
  package var state: String
  /// `Marked` or `Review`.
  package var model: String

  package init(state: String, model: String) {
    self.state = state
    self.model = model
  }
}

/// A pop-up annotation (ISO 32000-1, 12.5.6.14), which shows the text of its parent.
package struct Popup: Hashable, Sendable {
  /// `/Rect`: its place in default user space.
  package var rectangle: PDFRectangle
  /// `/Open`: whether it is shown at first.
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
  /// The annotation is not shown if the viewer does not know its kind.
  package static let invisible = AnnotationFlags(rawValue: 1)
  /// Neither shown nor printed.
  package static let hidden = AnnotationFlags(rawValue: 2)
  /// Printed.
  package static let print = AnnotationFlags(rawValue: 4)
  /// The annotation has the same size at every magnification.
  package static let noZoom = AnnotationFlags(rawValue: 8)
  /// The annotation is not turned with the page.
  package static let noRotate = AnnotationFlags(rawValue: 16)
  /// Printed at most, not shown.
  package static let noView = AnnotationFlags(rawValue: 32)
  /// Does not react to people.
  package static let readOnly = AnnotationFlags(rawValue: 64)
  /// Cannot be deleted or moved.
  package static let locked = AnnotationFlags(rawValue: 128)
  /// `noView` is inverted while the pointer is above it, or it is selected.
  package static let toggleNoView = AnnotationFlags(rawValue: 256)
  /// The contents cannot be changed.
  package static let lockedContents = AnnotationFlags(rawValue: 512)

  /// XFDF names of the flags, in bit order.
  package static let names: [(name: String, flag: AnnotationFlags)] = [
    ("invisible", .invisible), ("hidden", .hidden), ("print", .print), ("nozoom", .noZoom), ("norotate", .noRotate),
    ("noview", .noView), ("readonly", .readOnly), ("locked", .locked), ("togglenoview", .toggleNoView),
    ("lockedcontents", .lockedContents),
  ]
}

/// An edit of a file's annotations requested by a source.
package enum AnnotationEdit: Equatable, Sendable {
  /// Adds the annotation, or replaces the one with the same name on the page.
  case put(Annotation)
  /// Adds the annotation; an error if the name exists.
  case add(Annotation)
  /// Replaces the annotation with that object number, or with the same name; an error if there is none.
  case modify(Annotation, object: Int?)
  case delete(AnnotationTarget)
}

/// Identifies an annotation of a file.
package enum AnnotationTarget: Hashable, Sendable {
  /// The annotation with a name (`/NM`), on one page or on any.
  case name(String, page: Int?)
  /// The annotation with an object number.
  case object(Int)
}

/// The contents of a source.
package struct AnnotationSource: Equatable, Sendable {
  /// Edits in source order, each with its location.
  package var edits: [(edit: AnnotationEdit, place: String)] = []
  /// What was ignored, in source order.
  package var warnings: [Diagnostic] = []

  package init() {}

  package static func == (a: AnnotationSource, b: AnnotationSource) -> Bool {
    a.warnings == b.warnings && a.edits.count == b.edits.count
      && zip(a.edits, b.edits).allSatisfy { $0.edit == $1.edit && $0.place == $1.place }
  }
}
