/// A Mustache tag in a template's file.
struct TemplateTag {
  enum Kind: Hashable {
    case section, invertedSection
    /// A block of an included file, or its replacement.
    case block
    /// A file that is included with replaced blocks.
    case parent
    case end
    case partial
    /// A comment or pragma.
    case comment
    case delimiters
    case value(String)
  }

  let kind: Kind
  /// The content, without white space around it.
  let name: String
  /// The content without its first character.
  let target: String
  let line: Int

  /// - Parameter content: what is between the delimiters.
  init(_ content: ArraySlice<UInt8>, line: Int) {
    name = Self.trimmed(content)
    target = Self.trimmed(content.dropFirst())
    self.line = line
    kind =
      switch content.first {
      case UInt8(ascii: "#"): .section
      case UInt8(ascii: "^"): .invertedSection
      case UInt8(ascii: "$"): .block
      case UInt8(ascii: "<"): .parent
      case UInt8(ascii: "/"): .end
      case UInt8(ascii: ">"): .partial
      case UInt8(ascii: "="): .delimiters
      case UInt8(ascii: "!"), UInt8(ascii: "%"), nil: .comment
      case UInt8(ascii: "{"), UInt8(ascii: "&"): .value(target)
      default: .value(name)
      }
  }

  /// The use of a name for `TemplateNames`; nil if the tag uses none.
  func use(in sections: [String]) -> TemplateUse? {
    switch kind {
    case .section, .invertedSection: TemplateUse(name: Self.withoutTransforms(target), line: line, sections: sections)
    case .partial: TemplateUse(role: .partial, name: target, line: line, sections: sections)
    case .value(let value): TemplateUse(name: Self.withoutTransforms(value), line: line, sections: sections)
    case .block, .parent, .end, .comment, .delimiters: nil
    }
  }

  /// The name in `last()` is empty, and that in `uppercased(title)` is `title`.
  static func withoutTransforms(_ text: String) -> String {
    guard let open = text.lastIndex(of: "(") else { return text }
    return String(text[text.index(after: open)...].prefix { $0 != ")" })
  }

  /// The name of the `#PLACEHOLDER#` at the beginning of a text; nil if there is none.
  static func placeholder(in bytes: ArraySlice<UInt8>) -> String? {
    let name = bytes.dropFirst().prefix { isMarkByte($0) }
    guard let first = name.first, isUpperCase(first), name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: "#")
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  private static func isMarkByte(_ byte: UInt8) -> Bool {
    isUpperCase(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let byte = bytes.first, byte <= 0x20 { bytes.removeFirst() }
    while let byte = bytes.last, byte <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What begins and ends a tag.
struct TemplateDelimiters {
  private static let standard = TemplateDelimiters()

  private(set) var open = Array("{{".utf8)
  private(set) var close = Array("}}".utf8)

  var areStandard: Bool { open == Self.standard.open && close == Self.standard.close }

  func end(ofTripleTag isTriple: Bool) -> [UInt8] { isTriple ? close + [UInt8(ascii: "}")] : close }

  /// - Parameter text: the content of a tag such as `{{=<% %>=}}`.
  mutating func change(to text: String) throws(MarkupProblem) {
    let words = text.dropLast(text.hasSuffix("=") ? 1 : 0).split(separator: " ")
    guard words.count == 2 else { throw MarkupProblem("expected two delimiters") }
    (open, close) = (Array(words[0].utf8), Array(words[1].utf8))
  }
}

enum TemplateText {
  /// - Parameter offsets: in ascending order.
  static func inserting(_ byte: UInt8, at offsets: [Int], into bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + offsets.count)
    var copied = 0
    for offset in offsets {
      result += bytes[copied..<offset]
      result.append(byte)
      copied = offset
    }
    return result + bytes[copied...]
  }
}
