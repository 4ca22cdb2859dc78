import XMLTree

/// Writes an XML document as UTF-8, indented by two spaces. The same calls give the same bytes.
///
/// Texts hold only characters that XML allows (`XMLText`); payloads with others are refused when they are read.
struct IndentedXMLWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  init() { append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }

  /// An element with text; nothing if the text is nil.
  mutating func element(_ name: String, _ text: String?, _ attributes: (String, String?)...) {
    guard let text else { return }
    open(name, attributes)
    XMLText.append(text, to: &bytes)
    append("</\(name)>\n")
  }

  /// Writes an element with child elements. Without any, writes nothing unless it is `required`.
  mutating func group(
    _ name: String, _ attributes: (String, String?)..., required: Bool = false,
    _ content: (inout IndentedXMLWriter) -> Void
  ) {
    let start = bytes.count
    open(name, attributes)
    append("\n")
    let inner = bytes.count
    depth += 1
    content(&self)
    depth -= 1
    guard bytes.count == inner else {
      indent()
      append("</\(name)>\n")
      return
    }
    bytes.removeSubrange(start...)
    if required {
      open(name, attributes)
      bytes.removeLast()
      append("/>\n")
    }
  }

  private mutating func open(_ name: String, _ attributes: [(String, String?)]) {
    indent()
    append("<\(name)")
    for (name, value) in attributes {
      guard let value else { continue }
      append(" \(name)=\"")
      XMLText.append(value, to: &bytes)
      append("\"")
    }
    append(">")
  }

  private mutating func indent() { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth)) }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
