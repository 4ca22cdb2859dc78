/// Prepares a template for Mustache: converts `#PLACEHOLDER#` marks to tags, marks values in unquoted attributes, and
/// rejects constructs that Mustache would expand without limit.
struct TemplateSource {
  /// Name of the transform for values in unquoted attributes.
  static let unquoted = "unquoted"
  /// The partials for the rows of `#ITEMS#`: for all but the last row, and for the last row.
  static let itemRow = "single_item", lastItemRow = "last_item"
  static let maximumDepth = 32

  private(set) var text = ""
  /// Included partials.
  private(set) var partials: Set<String> = []
  /// The first line of each tag, by its content.
  private(set) var tagLines: [String: Int] = [:]

  /// The names in the text.
  private(set) var uses: [TemplateUse] = []
  /// The names of the sections that are open.
  private var sections: [String] = []

  private let bytes: [UInt8]
  private let file: String
  private var out: [UInt8]
  private var position = 0
  private var open: [UInt8] = Array("{{".utf8)
  private var close: [UInt8] = Array("}}".utf8)
  private var depth = 0
  private var context = MarkupContext()
  /// The number of the file in marks (`SourceMap`); nil for text without marks.
  private let markedFile: Int?
  private var line = 1
  private var lineStart = 0
  /// Whether the line has text other than white space so far. Only such lines have marks: Mustache removes lines that
  /// consist of tags.
  private var lineHasText = false
  private var needsMark = true

  /// - Parameter markedFile: the number of the file in marks; nil for text without marks.
  /// - Throws: `templateBroken`.
  init(_ template: String, file: String, markedFile: Int? = nil) throws(CompositionError) {
    bytes = Array(template.utf8)
    self.file = file
    self.markedFile = markedFile
    // Values escape themselves, so disable escaping by Mustache.
    out = Array("{{% CONTENT_TYPE:TEXT}}".utf8)
    while position < bytes.count {
      if starts(with: open) {
        try tag()
      } else if bytes[position] == UInt8(ascii: "#"), open == Array("{{".utf8), placeholder() {
        continue
      } else {
        copyByte()
      }
    }
    text = String(decoding: out, as: UTF8.self)
  }

  /// Copies a byte of text.
  private mutating func copyByte() {
    let byte = bytes[position]
    if byte == 0x0A {
      (line, lineStart) = (line + 1, position + 1)
      (lineHasText, needsMark) = (false, true)
    } else if byte > 0x20 {
      if needsMark { mark(isValue: false) }
      (lineHasText, needsMark) = (true, false)
    }
    out.append(byte)
    position += 1
    context.advance(over: byte)
  }

  private mutating func mark(isValue: Bool) {
    guard let markedFile else { return }
    out += SourceMap.mark(file: markedFile, line: line, column: position - lineStart + 1, isValue: isValue)
  }

  /// Marks the start of a tag, and counts the lines up to `end`.
  private mutating func markTag(upTo end: Int) {
    if lineHasText { mark(isValue: true) }
    needsMark = true
    for index in position..<end where bytes[index] == 0x0A { (line, lineStart) = (line + 1, index + 1) }
  }

  /// Copies a tag and records sections, partials and delimiter changes.
  private mutating func tag() throws(CompositionError) {
    let start = position
    let isUnquoted = needsUnquotedEscaping
    let isTriple = bytes.dropFirst(start + open.count).first == UInt8(ascii: "{")
    position += open.count
    let end = isTriple ? [UInt8(ascii: "}")] + close : close
    while position < bytes.count, !starts(with: end) { position += 1 }
    guard position < bytes.count else { throw error("the tag that starts here does not end", at: start) }
    let content = bytes[start + open.count..<position]
    let tagEnd = position + end.count
    let name = Self.trimmed(content)
    if tagLines[name] == nil { tagLines[name] = line }
    position = start
    markTag(upTo: tagEnd)
    position = tagEnd
    let target = Self.trimmed(content.dropFirst())
    record(content, target, name)
    switch content.first {
    case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "<"):
      depth += 1
      guard depth <= Self.maximumDepth else {
        throw error("more than \(Self.maximumDepth) sections in each other", at: start)
      }
      if content.first == UInt8(ascii: "<") { try include(target, at: start) }
    case UInt8(ascii: "/"): depth -= 1
    case UInt8(ascii: ">"): try include(target, at: start)
    case UInt8(ascii: "!"), UInt8(ascii: "%"), nil: break
    case UInt8(ascii: "="):
      let words = target.dropLast(target.hasSuffix("=") ? 1 : 0).split(separator: " ")
      guard words.count == 2 else { throw error("expected two delimiters", at: start) }
      out += bytes[start..<position]
      open = Array(words[0].utf8)
      close = Array(words[1].utf8)
      return
    case .some(let byte):
      context.insertValue()
      guard isUnquoted else { break }
      // Values escape themselves, whatever the tag is.
      let value = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "&") ? target : name
      out += open + Array("\(Self.unquoted)(\(value))".utf8) + close
      return
    }
    out += bytes[start..<position]
  }

  /// Records the names of a tag for `TemplateNames`.
  /// - Parameters:
  ///   - target: the content without its first character.
  ///   - name: the content.
  private mutating func record(_ content: ArraySlice<UInt8>, _ target: String, _ name: String) {
    func use(_ text: String) -> TemplateUse {
      TemplateUse(name: Self.withoutTransforms(text), line: line, sections: sections)
    }
    switch content.first {
    case UInt8(ascii: "#"):
      let section = use(target)
      uses.append(section)
      sections.append(section.name)
    case UInt8(ascii: "^"):
      uses.append(use(target))
      sections.append("")
    case UInt8(ascii: "$"), UInt8(ascii: "<"): sections.append("")
    case UInt8(ascii: "/"): _ = sections.popLast()
    case UInt8(ascii: ">"): uses.append(TemplateUse(role: .partial, name: target, line: line, sections: sections))
    case UInt8(ascii: "{"), UInt8(ascii: "&"): uses.append(use(target))
    case UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "%"), nil: return
    default: uses.append(use(name))
    }
  }

  /// The name in `last()` is empty, and that in `uppercased(title)` is `title`.
  private static func withoutTransforms(_ text: String) -> String {
    guard let open = text.lastIndex(of: "(") else { return text }
    return String(text[text.index(after: open)...].prefix { $0 != ")" })
  }

  private mutating func include(_ name: String, at start: Int) throws(CompositionError) {
    guard !name.hasPrefix("*") else { throw error("a template cannot be included by a value's name", at: start) }
    guard !context.isUnquotedValue else {
      throw error("a template is included in the value of an attribute; put the value into quotes", at: start)
    }
    partials.insert(name)
  }

  /// Converts a `#PLACEHOLDER#` mark to a tag. Returns false if there is none at the current position. Colours such as
  /// `#EEE;` are not marks.
  private mutating func placeholder() -> Bool {
    var end = position + 1
    while end < bytes.count, Self.isMarkByte(bytes[end], isFirst: end == position + 1) { end += 1 }
    guard end > position + 1, end < bytes.count, bytes[end] == UInt8(ascii: "#") else { return false }
    let name = String(decoding: bytes[position + 1..<end], as: UTF8.self).lowercased()
    let isUnquoted = needsUnquotedEscaping
    if tagLines[name] == nil { tagLines[name] = line }
    markTag(upTo: end + 1)
    if name == "items" {
      partials.formUnion([Self.itemRow, Self.lastItemRow])
      for row in [Self.itemRow, Self.lastItemRow] {
        uses.append(TemplateUse(role: .partial, name: row, line: line, sections: sections + ["items"]))
      }
      out += Array(
        """
        {{#items}}{{^last()}}{{>\(Self.itemRow)}}{{/last()}}{{#last()}}{{>\(Self.lastItemRow)}}{{/last()}}{{/items}}
        """.utf8)
    } else {
      context.insertValue()
      out += Array((isUnquoted ? "{{\(Self.unquoted)(\(name))}}" : "{{\(name)}}").utf8)
    }
    position = end + 1
    return true
  }

  /// A partial may begin in a tag, so that an equals sign before a value is always that of an attribute.
  private var needsUnquotedEscaping: Bool { context.isUnquoted || out.last == UInt8(ascii: "=") }

  private func starts(with mark: [UInt8]) -> Bool {
    bytes[position] == mark[0] && bytes[position...].starts(with: mark)
  }

  private static func isMarkByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): !isFirst
    default: false
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let byte = bytes.first, byte <= 0x20 { bytes.removeFirst() }
    while let byte = bytes.last, byte <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func error(_ message: String, at offset: Int) -> CompositionError {
    let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
    return CompositionError(.templateBroken, message, at: "\(file):\(line)")
  }
}
