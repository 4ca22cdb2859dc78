/// Where in HTML a template inserts a value, by the states of the tokenizer (HTML 13.2.5). Sections are read in the
/// order of the text, as if all of them were present.
struct MarkupContext {
  private enum State: Equatable {
    case text
    /// After `<`, or `</`.
    case tagOpen
    case tagName
    case beforeName
    case name
    case afterName
    case beforeValue
    case unquotedValue
    case quotedValue(UInt8)
    /// From `<!` to `>`.
    case declaration
    case comment
    /// The content of an element such as `style`, up to its end tag.
    case rawText
  }

  private var state = State.text
  /// The name of the tag, in lower case; in `rawText` of the element.
  private var name: [UInt8] = []
  private var isEndTag = false
  /// Whether the last byte of the tag is `/`.
  private var isSelfClosing = false
  /// The last bytes, in lower case, of a declaration, comment or raw text.
  private var recent: [UInt8] = []

  private static let rawElements = ["iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"]
    .map { Array($0.utf8) }
  private static let longestName = 16

  /// Whether a value is in a tag, but not in quotes: white space in it would begin another attribute.
  var isUnquoted: Bool {
    switch state {
    case .tagOpen, .tagName, .beforeName, .name, .afterName, .beforeValue, .unquotedValue: true
    case .text, .quotedValue, .declaration, .comment, .rawText: false
    }
  }

  /// Whether a value is the value of an attribute, or a part of it, without quotes.
  var isUnquotedValue: Bool { state == .beforeValue || state == .unquotedValue }

  /// A value, which is not empty and has none of the characters that end a state, is inserted.
  mutating func insertValue() { advance(over: UInt8(ascii: "x")) }

  mutating func advance(over byte: UInt8) {
    defer { isSelfClosing = byte == UInt8(ascii: "/") }
    switch state {
    case .text: if byte == UInt8(ascii: "<") { begin(.tagOpen) }
    case .tagOpen: openTag(byte)
    case .tagName:
      if let next = afterWord(byte) { state = next } else { append(byte) }
      if byte == UInt8(ascii: ">") { endTag() }
    case .beforeName, .name, .afterName: attributeName(byte)
    case .beforeValue, .unquotedValue, .quotedValue: attributeValue(byte)
    case .declaration:
      remember(byte)
      if recent == Array("--".utf8) { begin(.comment) } else if byte == UInt8(ascii: ">") { begin(.text) }
    case .comment:
      remember(byte)
      // `<!-->` and `<!--->` are complete comments.
      if recent.suffix(3) == Array("-->".utf8) || recent == Array(">".utf8) || recent == Array("->".utf8) {
        begin(.text)
      }
    case .rawText: rawText(byte)
    }
  }

  private mutating func begin(_ next: State) {
    state = next
    recent = []
    if next == .tagOpen { (name, isEndTag) = ([], false) }
  }

  private mutating func openTag(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "/") where !isEndTag: isEndTag = true
    case UInt8(ascii: "!") where !isEndTag: begin(.declaration)
    case UInt8(ascii: "<"): begin(.tagOpen)
    case _ where Self.isLetter(byte):
      append(byte)
      state = .tagName
    default: begin(.text)
    }
  }

  private mutating func attributeName(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ">"): endTag()
    case UInt8(ascii: "/"): state = .beforeName
    // At the beginning of a name, it is a part of it.
    case UInt8(ascii: "=") where state != .beforeName: state = .beforeValue
    case 0...0x20: state = state == .name ? .afterName : state
    default: state = .name
    }
  }

  private mutating func attributeValue(_ byte: UInt8) {
    switch (state, byte) {
    case (.quotedValue(let quote), _): if byte == quote { state = .beforeName }
    case (_, UInt8(ascii: ">")): endTag()
    case (.beforeValue, UInt8(ascii: "\"")), (.beforeValue, UInt8(ascii: "'")): state = .quotedValue(byte)
    case (.beforeValue, 0...0x20): break
    case (_, 0...0x20): state = .beforeName
    default: state = .unquotedValue
    }
  }

  private mutating func rawText(_ byte: UInt8) {
    remember(byte)
    let end = [UInt8(ascii: "<"), UInt8(ascii: "/")] + name
    guard byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">"),
      recent.dropLast().suffix(end.count) == end[...]
    else { return }
    isEndTag = true
    state = .beforeName
    if byte == UInt8(ascii: ">") { endTag() }
  }

  /// The state after a name that a byte ends; nil if it does not.
  private func afterWord(_ byte: UInt8) -> State? {
    byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") ? .beforeName : nil
  }

  /// In SVG `<style/>` has no content.
  private mutating func endTag() {
    begin(!isEndTag && !isSelfClosing && Self.rawElements.contains(name) ? .rawText : .text)
  }

  private mutating func append(_ byte: UInt8) {
    if name.count < Self.longestName { name.append(Self.isLetter(byte) ? byte | 0x20 : byte) }
  }

  private mutating func remember(_ byte: UInt8) {
    if recent.count > 2 * Self.longestName { recent.removeFirst(Self.longestName) }
    recent.append(Self.isLetter(byte) ? byte | 0x20 : byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
