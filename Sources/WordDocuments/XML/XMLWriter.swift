/// Writes an XML document to memory. Names must be valid; text and attribute values are escaped.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  /// A character that XML does not allow was replaced by U+FFFD.
  private(set) var hasReplacedCharacters = false
  /// The start tag of the last element has not been closed.
  private var isTagOpen = false

  /// - Parameter isDocument: false for a fragment, which has no XML declaration.
  init(isDocument: Bool = true) {
    if isDocument { append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n") }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func closeTag() {
    guard isTagOpen else { return }
    bytes.append(UInt8(ascii: ">"))
    isTagOpen = false
  }

  /// Starts an element. Its attributes follow, then its content.
  mutating func open(_ name: StaticString) {
    closeTag()
    bytes.append(UInt8(ascii: "<"))
    append(name)
    isTagOpen = true
  }

  /// Ends the element that was started last and has not been ended.
  mutating func close(_ name: StaticString) {
    if isTagOpen {
      append("/>")
      isTagOpen = false
      return
    }
    append("</")
    append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// An attribute of the element that was just started.
  mutating func attribute(_ name: StaticString, _ value: some StringProtocol) {
    startAttribute(name)
    escape(value.utf8, inAttribute: true)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func attribute(_ name: StaticString, _ value: Int) {
    startAttribute(name)
    bytes.append(contentsOf: String(value).utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func startAttribute(_ name: StaticString) {
    bytes.append(UInt8(ascii: " "))
    append(name)
    append("=\"")
  }

  /// An element without content.
  mutating func empty(_ name: StaticString) {
    open(name)
    close(name)
  }

  /// An element with a `w:val` attribute.
  mutating func value(_ name: StaticString, _ value: some StringProtocol) {
    open(name)
    attribute("w:val", value)
    close(name)
  }

  mutating func value(_ name: StaticString, _ value: Int) {
    open(name)
    attribute("w:val", value)
    close(name)
  }

  /// An element of the type CT_OnOff.
  mutating func toggle(_ name: StaticString, _ isOn: Bool) {
    open(name)
    if !isOn { attribute("w:val", "0") }
    close(name)
  }

  mutating func element(_ name: StaticString, _ content: (inout XMLWriter) -> Void) {
    open(name)
    content(&self)
    close(name)
  }

  mutating func text(_ text: some StringProtocol) {
    closeTag()
    escape(text.utf8, inAttribute: false)
  }

  /// Appends the output of another writer.
  mutating func fragment(_ other: [UInt8]) {
    guard !other.isEmpty else { return }
    closeTag()
    bytes.append(contentsOf: other)
  }

  private mutating func escape(_ text: some Collection<UInt8>, inAttribute: Bool) {
    var tail: (UInt8, UInt8) = (0, 0)
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\"") where inAttribute: append("&quot;")
      case 0x09 where inAttribute: append("&#9;")
      case 0x0A where inAttribute: append("&#10;")
      case 0x09, 0x0A: bytes.append(byte)
      case 0..<0x20: replace(0)
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      case 0xBE, 0xBF:
        if tail == (0xEF, 0xBF) { replace(2) } else { bytes.append(byte) }
      default: bytes.append(byte)
      }
      tail = (tail.1, byte)
    }
  }

  /// Writes U+FFFD in place of the last `written` bytes.
  private mutating func replace(_ written: Int) {
    bytes.removeLast(written)
    bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    hasReplacedCharacters = true
  }
}
