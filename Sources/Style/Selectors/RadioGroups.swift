import Markup

/// The checked radio buttons of a document when it is loaded: of several with `checked` in one group, the last one
/// (HTML 4.10.5.1.17).
package struct RadioGroups {
  /// The buttons with `checked` that are not the last ones of their groups.
  private var unchecked: Set<NodeID> = []

  /// The buttons with the same form owner and name are a group.
  private struct Group: Hashable {
    var form: NodeID
    var name: String
  }

  package init(_ document: Document) {
    var last: [Group: NodeID] = [:]
    for index in document.nodes.indices where document.nodes[index].name == .input {
      let node = NodeID(UInt32(index))
      guard document.isElement(node, .input), document.hasAttribute(node, .checked),
        document.attribute(node, .type)?.asciiLowercased == "radio",
        let name = document.attribute(node, .name), !name.isEmpty
      else { continue }
      let group = Group(form: Self.form(of: node, document), name: name)
      if let earlier = last.updateValue(node, forKey: group) { unchecked.insert(earlier) }
    }
  }

  /// Whether a check box or radio button is checked.
  package func isChecked(_ node: NodeID, _ document: Document) -> Bool {
    document.hasAttribute(node, .checked) && !unchecked.contains(node)
  }

  /// The form owner of a form control (HTML 4.10.17.3); none if it has none.
  private static func form(of control: NodeID, _ document: Document) -> NodeID {
    if let id = document.attribute(control, "form") {
      return document.element(id: id).flatMap { document.isElement($0, .form) ? $0 : nil } ?? .none
    }
    var ancestor = document[control].parent
    while !ancestor.isNone, !document.isElement(ancestor, .form) { ancestor = document[ancestor].parent }
    return ancestor
  }
}
