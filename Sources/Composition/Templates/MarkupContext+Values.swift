/// How a value is changed for its place, besides the escaping of text. The raw value is the name of the transform that
/// templates get; none makes a value less safe, whatever the place.
enum ValuePlace: String {
  /// The value of an attribute, a comment, or the content of `title`: text, also if the value is declared as HTML.
  case attribute = "attribute_text"
  /// A `style` attribute, or the content of `style`.
  case css = "css_text"
  case link = "link_address"
  case resource = "resource_address"
  /// A part of an address that another value precedes.
  case addressPart = "address_part"
}

extension MarkupContext {
  /// A value is inserted, which may be empty and has none of the characters that end a state.
  /// - Returns: nil for text, and in style sheets.
  mutating func insertValue() throws(MarkupProblem) -> ValuePlace? {
    switch state {
    case .text, .styleSheet: return nil
    case .tagOpen:
      throw MarkupProblem("a value follows <; write &lt; for the character. The name of an element cannot be a value")
    case .tagName: throw MarkupProblem("the name of an element cannot be a value; write a section for each name")
    case .beforeName, .name, .afterName, .afterSection:
      throw MarkupProblem(
        "a value is in a tag, but not in an attribute's value; write a section around a whole attribute, such as"
          + " {{#x}}hidden{{/x}}")
    case .beforeValue, .unquotedValue, .quotedValue: return insertAttributeValue()
    case .declaration(let hyphens):
      guard hyphens < 0 else { throw MarkupProblem("a value follows <!") }
      return .attribute
    case .comment:
      state = .comment(least: 0, most: 2)
      return .attribute
    case .rawText:
      guard matched == 0 else { throw MarkupProblem("a value follows < in the content of \(element)") }
      return element == "style" ? .css : .attribute
    }
  }

  private mutating func insertAttributeValue() -> ValuePlace {
    switch kind {
    case .plain: return .attribute
    case .style: return .css
    case .link, .resource:
      if addressParts.contains(.start) {
        addressParts = .scheme
        return kind == .link ? .link : .resource
      }
      return addressParts.contains(.scheme) ? .addressPart : .attribute
    }
  }

  /// The element's name, for messages.
  var element: String { String(decoding: name, as: UTF8.self) }
}
