import Markup

/// The margins that an element loses in quirks mode, because it begins or ends its parent (HTML 15.3.10).
struct QuirkMargins: OptionSet {
  let rawValue: UInt32
  static let start = QuirkMargins(rawValue: 1)
  static let end = QuirkMargins(rawValue: 2)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(of node: NodeID, in document: Document) {
    self = []
    let parent = document[node].parent
    guard !parent.isNone, Self.names.contains(document[node].name), document[node].namespace == .html else { return }
    let isInCell = document.isElement(parent, .td) || document.isElement(parent, .th)
    guard isInCell || document.isElement(parent, .body) else { return }
    if Self.firstSubstantial(from: document.firstChild(of: parent), in: document) == node { insert(.start) }
    if isInCell, document[node].name == .p,
      Self.firstSubstantial(from: document.nextSibling(of: node), in: document) == NodeID.none
    {
      insert(.end)
    }
  }

  /// Elements with default margins.
  private static let names: Set<Atom> = [
    .blockquote, .dir, .dl, .h1, .h2, .h3, .h4, .h5, .h6, .listing, .menu, .ol, .p, .plaintext, .pre, .ul, .xmp,
  ]

  /// The most siblings that are looked at, and the longest text.
  private static let mostSiblings = 100
  private static let longestText = 1000

  /// The first of the siblings from a node on that is an element or a text other than white space; `.none` if there is
  /// none. Returns nil if there are too many others, or too much white space, before it.
  private static func firstSubstantial(from node: NodeID, in document: Document) -> NodeID? {
    var sibling = node
    for _ in 0..<mostSiblings {
      guard !sibling.isNone else { return NodeID.none }
      switch document[sibling].kind {
      case .element: return sibling
      case .text where document.text(sibling).count > longestText: return nil
      case .text where !document.text(sibling).allSatisfy(Self.isSpace): return sibling
      default: sibling = document.nextSibling(of: sibling)
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }
}
