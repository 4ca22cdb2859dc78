import Markup
import Style

/// The text that form controls show (HTML 15.5).
extension BoxTreeBuilder {
  /// Adds the value of a field or the label of a button, or else the placeholder of the field.
  mutating func addControlText(of node: NodeID, style: StyleID, to parent: inout ContainerBuilder) {
    guard let value = controlValue(of: node) else { return }
    if !value.isEmpty {
      addText(value.utf8, style: style, node: node, to: &parent)
    } else if let placeholder = document.document.attribute(node, .placeholder), !placeholder.isEmpty {
      let inline = placeholderStyle(style)
      openInline(style: inline, node: node, in: &parent)
      addText(placeholder.utf8, style: inline, node: node, to: &parent)
      closeInline(in: &parent)
    } else if document.document.isElement(node, .input) {
      // An empty field has a line, whose baseline is that of the field.
      addText("\u{200B}".utf8, style: style, node: node, to: &parent)
    }
  }

  /// The text of a control that has no children with its text; nil for other elements and for controls without text.
  private func controlValue(of node: NodeID) -> String? {
    let source = document.document
    if source.isElement(node, .textarea) { return source.firstChild(of: node).isNone ? "" : nil }
    guard source.isElement(node, .input) else { return nil }
    switch source.attribute(node, .type)?.lowercased() ?? "text" {
    case "hidden", "checkbox", "radio", "image", "color", "range": return nil
    case "password": return String(repeating: "•", count: source.attribute(node, .value)?.count ?? 0)
    case "file": return "Choose File  No file chosen"
    case "submit": return source.attribute(node, .value) ?? "Submit"
    case "reset": return source.attribute(node, .value) ?? "Reset"
    default: return source.attribute(node, .value) ?? ""
    }
  }

  /// The style of text in a field with the colour of placeholders in browsers.
  private mutating func placeholderStyle(_ style: StyleID) -> StyleID {
    if let known = placeholderStyles[style] { return known }
    let inline = document.anonymousStyle(inheriting: style, display: .inline)
    var own = document[inline]
    own.text.color = Color(red: 117 / 255, green: 117 / 255, blue: 117 / 255)
    let id = document.add(own)
    placeholderStyles[style] = id
    return id
  }
}
