import PDF

/// Gives list items that show a label only, such as empty ones of a numbered list, an empty body (ISO 32000-1, Table
/// 336).
enum ListItems {
  static func complete(_ tree: inout StructureTree) {
    guard tree.elements.contains(where: { $0.type == .item }) else { return }
    let isShown = tree.shownElements
    /// The body of each item, if it has one, and whether that is shown.
    var bodies: [Int: (element: Int, isShown: Bool)] = [:]
    for index in tree.elements.indices where tree.elements[index].type == .itemBody {
      let item = Int(tree.elements[index].parent)
      if isShown[index] || bodies[item] == nil { bodies[item] = (index, isShown[index]) }
    }
    for index in tree.elements.indices where tree.elements[index].type == .item && isShown[index] {
      guard let body = bodies[index] else {
        var body = StructureTree.Element(type: .itemBody, parent: UInt32(index), order: .max, attributes: [:])
        body.isKept = true
        tree.elements.append(body)
        continue
      }
      if !body.isShown { tree.elements[body.element].isKept = true }
    }
  }
}
