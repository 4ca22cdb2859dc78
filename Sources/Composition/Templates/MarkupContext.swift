/// Where in HTML a template inserts a value, by the states of the tokenizer (HTML 13.2.5).
///
/// The context is the same whatever the values are: what a value or a section could change is refused (`MarkupProblem`).
struct MarkupContext: Hashable {
  enum State: Hashable {
    case text
    /// The place after `<` or `</`.
    case tagOpen
    case tagName
    case beforeName
    case name
    case afterName
    /// A place in a tag, after a section or an included file, which may be empty.
    case afterSection(needsSpace: Bool)
    case beforeValue
    case unquotedValue
    case quotedValue(UInt8)
    /// From `<!`, `<?` or `</` without a name to `>`; the number of hyphens after `<!`, -1 after another character.
    case declaration(hyphens: Int)
    /// The least and the greatest number of hyphens that may precede: two and `>` end a comment.
    case comment(least: Int, most: Int)
    /// The content of an element such as `style`, up to its end tag.
    case rawText
    /// A file of CSS.
    case styleSheet
  }

  var state = State.text
  /// The name of the tag, in lower case; in `rawText` of the element.
  var name: [UInt8] = []
  var isEndTag = false
  /// The name of the attribute, in lower case.
  var attribute: [UInt8] = []
  var kind = ValueKind.plain
  var addressParts: AddressParts = []
  /// Where an unquoted value starts in the output.
  var valueStart = 0
  /// Whether an unquoted value has Mustache tags, so that quotes are added.
  var hasTags = false
  private var hasQuote = false
  /// Whether the last byte of the tag is `/`.
  private var isSelfClosing = false
  /// The number of `svg` and `math` elements that are open, at most 8. In them `<style/>` has no content, and only styles
  /// are raw text for values.
  var foreignDepth = 0
  /// The bytes of the end tag that were read in `rawText`.
  private(set) var matched = 0

  private static let rawElements = ["iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"]
    .map { Array($0.utf8) }
  private static let style = Array("style".utf8)
  private static let foreignElements = ["svg", "math"].map { Array($0.utf8) }
  private static let longestName = 16

  /// The context of a file of CSS.
  static var styleSheet: MarkupContext {
    var context = MarkupContext()
    context.state = .styleSheet
    return context
  }

  /// Whether a value of an attribute to which quotes are added ends before a byte.
  func endsAddedQuotes(before byte: UInt8) -> Bool {
    state == .unquotedValue && hasTags && (byte <= 0x20 || byte == UInt8(ascii: ">"))
  }

  /// - Parameter offset: of the byte in the output.
  mutating func advance(over byte: UInt8, at offset: Int) throws(MarkupProblem) {
    switch state {
    case .styleSheet: break
    case .text: if byte == UInt8(ascii: "<") { begin(.tagOpen) }
    case .tagOpen: openTag(byte)
    case .tagName: tagName(byte)
    case .beforeName, .name, .afterName: attributeName(byte)
    case .afterSection(let needsSpace): try afterSection(byte, needsSpace: needsSpace)
    case .beforeValue, .unquotedValue, .quotedValue: try attributeValue(byte, at: offset)
    case .declaration(let hyphens): declaration(byte, hyphens)
    case .comment(let least, let most): try comment(byte, least, most)
    case .rawText: try rawText(byte)
    }
  }

  private mutating func begin(_ next: State) {
    let depth = foreignDepth
    self = MarkupContext()
    (state, foreignDepth) = (next, depth)
  }

  private mutating func openTag(_ byte: UInt8) {
    switch byte {
    case _ where Self.isLetter(byte):
      Self.append(byte, to: &name)
      state = .tagName
    case UInt8(ascii: ">") where isEndTag: begin(.text)
    // `</` and `<?` begin a comment up to the next `>`.
    case _ where isEndTag, UInt8(ascii: "?"): begin(.declaration(hyphens: -1))
    case UInt8(ascii: "/"): isEndTag = true
    case UInt8(ascii: "!"): begin(.declaration(hyphens: 0))
    case UInt8(ascii: "<"): begin(.tagOpen)
    default: begin(.text)
    }
  }

  private mutating func tagName(_ byte: UInt8) {
    guard byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else {
      return Self.append(byte, to: &name)
    }
    isSelfClosing = byte == UInt8(ascii: "/")
    state = .beforeName
    if byte == UInt8(ascii: ">") { endTag() }
  }

  private mutating func attributeName(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ">"): return endTag()
    case UInt8(ascii: "/"): state = .beforeName
    // At the beginning of a name, it is a part of it.
    case UInt8(ascii: "=") where state != .beforeName:
      state = .beforeValue
      kind = ValueKind(attribute: attribute, element: name)
      addressParts = kind == .link || kind == .resource ? .start : []
    case 0...0x20: state = state == .name ? .afterName : state
    default:
      if state != .name { attribute = [] }
      Self.append(byte, to: &attribute)
      state = .name
    }
    isSelfClosing = byte == UInt8(ascii: "/")
  }

  private mutating func afterSection(_ byte: UInt8, needsSpace: Bool) throws(MarkupProblem) {
    switch byte {
    case 0...0x20: state = .afterSection(needsSpace: false)
    case UInt8(ascii: ">"), UInt8(ascii: "/"): attributeName(byte)
    case UInt8(ascii: "="):
      throw MarkupProblem("the name of this attribute may be absent; write it next to the equals sign")
    default:
      guard !needsSpace else {
        throw MarkupProblem("white space is needed here, between a section or included file and the next attribute")
      }
      attributeName(byte)
    }
  }

  private mutating func attributeValue(_ byte: UInt8, at offset: Int) throws(MarkupProblem) {
    switch (state, byte) {
    case (.quotedValue(let quote), _): if byte == quote { endValue() } else { address(byte) }
    case (_, UInt8(ascii: ">")): endTag()
    case (.beforeValue, UInt8(ascii: "\"")), (.beforeValue, UInt8(ascii: "'")): state = .quotedValue(byte)
    case (.beforeValue, 0...0x20): break
    case (_, 0...0x20): endValue()
    default:
      if state == .beforeValue { (state, valueStart) = (.unquotedValue, offset) }
      if byte == UInt8(ascii: "\"") { hasQuote = true }
      try checkQuotes()
      address(byte)
    }
  }

  /// The end of a value. The position is then as after white space.
  private mutating func endValue() {
    let (tag, isEnd) = (name, isEndTag)
    begin(.beforeName)
    (name, isEndTag) = (tag, isEnd)
  }

  private func checkQuotes() throws(MarkupProblem) {
    guard hasTags, hasQuote else { return }
    throw MarkupProblem("a quotation mark is in an attribute's value with tags; put the value into quotes")
  }

  private mutating func address(_ byte: UInt8) {
    guard !addressParts.isEmpty, byte > 0x20 || addressParts != .start else { return }
    if "/?#:".utf8.contains(byte) {
      addressParts = .rest
    } else if addressParts.contains(.start) {
      addressParts = addressParts.subtracting(.start).union(.scheme)
    }
  }

  private mutating func declaration(_ byte: UInt8, _ hyphens: Int) {
    switch byte {
    case UInt8(ascii: ">"): begin(.text)
    // `<!-->` and `<!--->` are complete comments.
    case UInt8(ascii: "-") where hyphens == 1: begin(.comment(least: 2, most: 2))
    case UInt8(ascii: "-") where hyphens == 0: state = .declaration(hyphens: 1)
    default: state = .declaration(hyphens: -1)
    }
  }

  private mutating func comment(_ byte: UInt8, _ least: Int, _ most: Int) throws(MarkupProblem) {
    switch byte {
    case UInt8(ascii: "-"): state = .comment(least: min(2, least + 1), most: min(2, most + 1))
    // `--!>` ends a comment, `<!--!>` does not.
    case UInt8(ascii: "!"): state = .comment(least: 0, most: most == 2 ? 2 : 0)
    case UInt8(ascii: ">") where least == 2: begin(.text)
    case UInt8(ascii: ">") where most == 2:
      throw MarkupProblem("this character ends the comment or not, depending on values; write --> for its end")
    default: state = .comment(least: 0, most: 0)
    }
  }

  private mutating func rawText(_ byte: UInt8) throws(MarkupProblem) {
    guard matched > 0 || byte == UInt8(ascii: "<") else { return }
    let end = [UInt8(ascii: "<"), UInt8(ascii: "/")] + name
    if matched < end.count, Self.lowercased(byte) == end[matched] {
      matched += 1
    } else if matched == end.count, byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
      (matched, isEndTag, state) = (0, true, .beforeName)
      if byte == UInt8(ascii: ">") { endTag() }
    } else {
      // In SVG this begins a tag.
      guard foreignDepth == 0 || matched == 1 && !Self.isLetter(byte) || matched == 0 else {
        throw MarkupProblem("a tag is in the content of \(element); write &lt; for the character")
      }
      matched = byte == UInt8(ascii: "<") ? 1 : 0
    }
  }

  private mutating func endTag() {
    let tag = self
    let isRaw = foreignDepth == 0 ? Self.rawElements.contains(name) : name == Self.style && !isSelfClosing
    begin(isRaw && !isEndTag ? .rawText : .text)
    if state == .rawText { name = tag.name }
    guard Self.foreignElements.contains(tag.name), tag.isEndTag || !tag.isSelfClosing else { return }
    foreignDepth = tag.isEndTag ? max(0, foreignDepth - 1) : min(8, foreignDepth + 1)
  }

  /// A Mustache tag other than a comment follows. A value without quotes gets quotes.
  /// - Parameter offset: of the tag in the output.
  /// - Returns: where the output needs a quotation mark; nil if it does not.
  mutating func beginTag(at offset: Int) throws(MarkupProblem) -> Int? {
    switch state {
    case .beforeValue: (state, valueStart) = (.unquotedValue, offset)
    case .unquotedValue where !hasTags: break
    default: return nil
    }
    hasTags = true
    try checkQuotes()
    return valueStart
  }

  private static func append(_ byte: UInt8, to name: inout [UInt8]) {
    if name.count < longestName { name.append(lowercased(byte)) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { isLetter(byte) ? byte | 0x20 : byte }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
