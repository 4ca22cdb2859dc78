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
  /// What the value of an attribute is.
  enum ValueKind: Int, Hashable {
    case plain, style
    /// The address of a link.
    case link
    /// The address of an image, or of another file that the document shows.
    case resource
  }

  /// The parts of an address in which a position may be.
  struct AddressParts: OptionSet, Hashable {
    let rawValue: Int
    /// Nothing but white space precedes.
    static let start = AddressParts(rawValue: 1)
    /// The scheme, if the address has one.
    static let scheme = AddressParts(rawValue: 2)
    static let rest = AddressParts(rawValue: 4)
  }

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

/// A place in a template whose meaning would depend on values.
struct MarkupProblem: Error {
  var message: String

  init(_ message: String) { self.message = message }
}

extension MarkupContext.ValueKind {
  /// - Parameters: names in lower case.
  ///   - element: empty if unknown, because the attribute is in an included file.
  init(attribute: [UInt8], element: [UInt8]) {
    let element = String(decoding: element, as: UTF8.self)
    self =
      switch String(decoding: attribute, as: UTF8.self) {
      case "style": .style
      case "href", "xlink:href": ["", "a", "area"].contains(element) ? .link : .resource
      case "action", "formaction", "cite", "ping", "longdesc": .link
      case "src", "poster", "background": .resource
      // A `pressrun-chart` has data in it.
      case "data": element == "object" ? .resource : .plain
      default: .plain
      }
  }
}
