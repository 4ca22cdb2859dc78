import Markup
import Style

/// The elements that links and page references lead to, and their names in Word.
struct Bookmarks {
  /// The names in document order.
  private(set) var names: [String] = []
  private var indices: [NodeID: Int] = [:]
  private var nodes: [String: NodeID] = [:]

  /// Finds all targets of links and of `target-counter()` in a document.
  init(_ document: Document) {
    var wanted: Set<NodeID> = []
    var used: Set<String> = []
    for index in document.nodes.indices where document.nodes[index].kind == .element {
      let node = NodeID(UInt32(index))
      guard document.isElement(node, .a) else { continue }
      if let name = document.attribute(node, .name), nodes[name] == nil { nodes[name] = node }
      guard let address = document.attribute(node, .href), address.utf8.first == UInt8(ascii: "#") else { continue }
      used.insert(String(address.dropFirst()))
    }
    for name in used {
      if let node = document.element(id: name) { nodes[name] = node }
      if let node = nodes[name] { wanted.insert(node) }
    }
    var taken: [String: Int] = [:]
    for node in wanted.sorted() {
      let id = document.attribute(node, .id) ?? document.attribute(node, .name) ?? ""
      indices[node] = names.count
      names.append(Self.name(for: id, &taken))
    }
  }

  /// The index of an element's bookmark; nil if nothing leads to it.
  func index(of node: NodeID) -> Int? { node.isNone ? nil : indices[node] }

  func index(ofName name: String) -> Int? { nodes[name].flatMap { indices[$0] } }

  /// A name that Word accepts: at most 40 letters, digits and underscores, starting with a letter.
  /// - Parameter taken: by name that is taken, without case, the number after it that is tried next.
  private static func name(for id: String, _ taken: inout [String: Int]) -> String {
    var name = ""
    for scalar in id.unicodeScalars.prefix(30) {
      let isAllowed = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      name.unicodeScalars.append(isAllowed ? scalar : "_")
    }
    if name.unicodeScalars.first?.properties.isAlphabetic != true { name = "b_" + name }
    let key = name.lowercased()
    var candidate = name
    var number = taken[key] ?? 2
    while taken[candidate.lowercased()] != nil {
      candidate = "\(name)_\(number)"
      number += 1
    }
    if candidate != name { taken[key] = number }
    taken[candidate.lowercased()] = 2
    return candidate
  }
}
