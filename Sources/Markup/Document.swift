import Diagnostics

/// A parsed HTML document as a flat tree: nodes, attributes and text bytes in one contiguous array each,
/// named by index.
///
/// Nodes stand in document order, so a subtree is a range of indices. `nodes[0]` is the document itself.
package struct Document: Sendable {
  package internal(set) var nodes: ContiguousArray<Node> = []
  package internal(set) var attributes: ContiguousArray<Attribute> = []
  /// UTF-8 of every text node and attribute value, back to back.
  package internal(set) var bytes: ContiguousArray<UInt8> = []
  /// Names of elements and attributes, interned: an atom is an index here.
  package internal(set) var names: NameTable = NameTable()
  /// Problems of the source, with their lines.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// True without a doctype (or with one that HTML 13.2.6.4.1 lists): tables do not inherit fonts, and so on.
  package internal(set) var isQuirky = false
  /// The label of the charset that the source was read in.
  package internal(set) var charset = "utf-8"
  /// Where the values of `style` attributes stand, as `Node.line` and `column`; by where in `bytes` they begin.
  var stylePlaces: [UInt32: (line: UInt32, column: UInt16)] = [:]
  /// The first element that has each `id`, by the interned value.
  package internal(set) var elementOfID: [Atom: NodeID] = [:]

  package static let root = NodeID(0)
}

/// The index of a node in `Document.nodes`.
package struct NodeID: Hashable, Comparable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
  package static let none = NodeID(.max)
  package var isNone: Bool { self == .none }
  package static func < (a: NodeID, b: NodeID) -> Bool { a.index < b.index }
}

/// An interned name: its index in `Document.names`. Names of HTML elements and attributes are lower-case there.
package struct Atom: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// One node of the flat tree.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable { case document, element, text }
  package enum Namespace: UInt8, Sendable { case html, svg, mathML, other }
  package var kind: Kind
  package var namespace: Namespace
  /// In bytes of UTF-8 from 1, like `line`; 0 where unknown, and at most 65,535.
  package var column: UInt16 = 0
  /// The element's local name; meaningless for text.
  package var name: Atom
  package var parent: NodeID
  package var firstChild: NodeID
  package var nextSibling: NodeID
  package var previousSibling: NodeID
  /// One past the last node of this subtree.
  package var subtreeEnd: NodeID
  /// Elements: the range in `attributes`. Text: the range in `bytes`.
  package var range: Range<UInt32>
  /// The source line, from 1; 0 where unknown.
  package var line: UInt32
}

/// One attribute of an element; the value is a range of `Document.bytes`.
package struct Attribute: Sendable {
  package var name: Atom
  package var value: Range<UInt32>
}
