import Diagnostics

/// A parsed document as a flat tree: contiguous arrays of nodes, attributes and text bytes, identified by index.
///
/// Nodes are in document order, so a subtree is a range of indices. `nodes[0]` is the document itself.
package struct Document: Sendable {
  package internal(set) var nodes: ContiguousArray<Node> = []
  package internal(set) var attributes: ContiguousArray<Attribute> = []
  /// The UTF-8 of all text nodes and attribute values.
  package internal(set) var bytes: ContiguousArray<UInt8> = []
  /// The interned names of elements and attributes; an atom is an index of this table.
  package internal(set) var names: NameTable = NameTable()
  /// Problems of the source, with their lines.
  package internal(set) var diagnostics: [Diagnostic] = []
  package internal(set) var quirks = QuirksMode.none
  /// Whether the document is in quirks mode, in which for example tables do not inherit fonts.
  package var isQuirky: Bool { quirks == .full }
  /// Whether an XML document refers to style sheets in `data:` URLs, or declares entities other than addresses such as those of
  /// namespaces. Neither is applied here, but other programs do.
  package internal(set) var hasHiddenContent = false
  /// The label of the source's encoding.
  package internal(set) var charset = "utf-8"
  /// The line and column of the values of `style` attributes, by their offset in `bytes`.
  var stylePlaces: [UInt32: (line: UInt32, column: UInt16)] = [:]
  /// The first element with each `id`, by the interned value.
  package internal(set) var elementOfID: [Atom: NodeID] = [:]

  package static let root = NodeID(0)
}

/// The mode of a document (HTML 13.2.6.4.1): whether it is laid out as browsers did before the standards.
package enum QuirksMode: Sendable { case none, limited, full }

/// The index of a node in `Document.nodes`.
package struct NodeID: Hashable, Comparable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
  package static let none = NodeID(.max)
  package var isNone: Bool { self == .none }
  package static func < (a: NodeID, b: NodeID) -> Bool { a.index < b.index }
}

/// An interned name: its index in `Document.names`. Names of HTML elements and attributes are in lower case.
package struct Atom: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// One node of the flat tree.
package struct Node: Sendable {
  /// What a node is; comments are not kept.
  package enum Kind: UInt8, Sendable { case document, element, text }
  /// The namespace of an element.
  package enum Namespace: UInt8, Sendable { case html, svg, mathML, other }
  package var kind: Kind
  package var namespace: Namespace
  /// The column in bytes of UTF-8, from 1 to 65,535; 0 if unknown.
  package var column: UInt16 = 0
  /// The element's local name; meaningless for text.
  package var name: Atom
  package var parent: NodeID
  package var previousSibling: NodeID
  /// The index after the last node of this subtree.
  package var subtreeEnd: NodeID
  /// Elements: the range in `attributes`. Text: the range in `bytes`.
  package var range: Range<UInt32>
  /// The source line, from 1; 0 if unknown.
  package var line: UInt32
}

/// One attribute of an element; the value is a range of `Document.bytes`.
package struct Attribute: Sendable {
  package var name: Atom
  package var value: Range<UInt32>
}
