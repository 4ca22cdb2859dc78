/// Prepares a template's file for Mustache: converts `#PLACEHOLDER#` marks to tags, adds to each value the transform for
/// its place, puts attribute values with tags into quotes, and rejects constructs whose place depends on values, or that
/// Mustache would expand without limit.
struct TemplateSource {
  /// A file that is included.
  struct Include: Hashable {
    var file: String
    /// The context in which it starts.
    var context: MarkupContext
    /// The name of this file in this context.
    var part: String
  }

  /// The partials for the rows of `#ITEMS#`: for all but the last row, and for the last row.
  static let itemRow = "single_item", lastItemRow = "last_item"
  static let maximumDepth = 32
  /// The delimiters in `text`, of characters that no other text has: Mustache measures the rest of the text at each
  /// character with which a tag can begin, so that the braces of style sheets took minutes. Its parser requires delimiters
  /// of two characters.
  private static let tagStart = "\u{10FFFC}\u{10FFFC}", tagEnd = "\u{10FFFD}\u{10FFFD}"
  private static let reserved = ["\u{10FFFC}", "\u{10FFFD}"]

  private(set) var text = ""
  private(set) var includes: [Include] = []
  /// The first line of each tag, by its content.
  private(set) var tagLines: [String: Int] = [:]
  /// The names in the text.
  private(set) var uses: [TemplateUse] = []
  private(set) var tagCount = 0

  private let bytes: [UInt8]
  private let file: String
  private var out: [UInt8]
  private var position = 0
  private var delimiters = TemplateDelimiters()
  private var sections = TemplateSections()
  private var context: MarkupContext
  /// Where the output needs a quotation mark, in order.
  private var quotes: [Int] = []
  /// The number of the file in marks (`SourceMap`); nil for text without marks.
  private let markedFile: Int?
  private var line = 1
  private var lineStart = 0
  /// Whether the line has text other than white space so far. Only such lines have marks: Mustache removes lines that
  /// consist of tags.
  private var lineHasText = false
  private var needsMark = true

  /// - Parameters:
  ///   - markedFile: the number of the file in marks; nil for text without marks.
  ///   - context: in which the text starts.
  ///   - isIncluded: whether the text must end in the context in which it starts.
  /// - Throws: `templateBroken`.
  init(
    _ template: String, file: String, markedFile: Int? = nil, context: MarkupContext = MarkupContext(),
    isIncluded: Bool = false
  ) throws(CompositionError) {
    bytes = Array(template.utf8)
    self.file = file
    self.markedFile = markedFile
    self.context = context
    // Values escape themselves, so disable escaping by Mustache.
    out = Array("{{% CONTENT_TYPE:TEXT}}{{=\(Self.tagStart) \(Self.tagEnd)=}}".utf8)
    while position < bytes.count {
      if starts(with: delimiters.open) {
        try tag()
      } else if bytes[position] == UInt8(ascii: "#"), delimiters.areStandard, try placeholder() {
        continue
      } else if startsWithReserved(at: position) {
        throw error("a template cannot have the characters U+10FFFC and U+10FFFD", at: position)
      } else {
        try copyByte()
      }
    }
    guard !isIncluded || context.joined(with: self.context) != nil else {
      throw error(
        "this file is included \(context.place), but ends \(self.context.place); it must end where it starts",
        at: bytes.count)
    }
    text = String(decoding: TemplateText.inserting(UInt8(ascii: "\""), at: quotes, into: out), as: UTF8.self)
  }

  /// Whether a character at a position would be a delimiter in `text`.
  private func startsWithReserved(at position: Int) -> Bool {
    bytes[position] == 0xF4 && Self.reserved.contains { bytes[position...].starts(with: $0.utf8) }
  }

  /// Copies a byte of text.
  private mutating func copyByte() throws(CompositionError) {
    let byte = bytes[position]
    if context.endsAddedQuotes(before: byte) { out.append(UInt8(ascii: "\"")) }
    if byte == 0x0A {
      (line, lineStart) = (line + 1, position + 1)
      (lineHasText, needsMark) = (false, true)
    } else if byte > 0x20 {
      if needsMark { mark(isValue: false) }
      (lineHasText, needsMark) = (true, false)
    }
    do { try context.advance(over: byte, at: out.count) } catch { throw self.error(error.message, at: position) }
    out.append(byte)
    position += 1
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
    let end = delimiters.end(ofTripleTag: bytes.dropFirst(start + delimiters.open.count).first == UInt8(ascii: "{"))
    let opening = delimiters.open
    position += opening.count
    while position < bytes.count, !starts(with: end) {
      if startsWithReserved(at: position) {
        throw error("a template cannot have the characters U+10FFFC and U+10FFFD", at: position)
      }
      position += 1
    }
    guard position < bytes.count else { throw error("the tag that starts here does not end", at: start) }
    let contentEnd = position
    let tag = TemplateTag(bytes[start + opening.count..<contentEnd], line: line)
    let tagEnd = contentEnd + end.count
    if tagLines[tag.name] == nil { tagLines[tag.name] = line }
    position = start
    do {
      let isSilent = tag.kind == .comment || tag.kind == .delimiters
      if !isSilent, let offset = try context.beginTag(at: out.count) { quotes.append(offset) }
      markTag(upTo: tagEnd)
      position = tagEnd
      if let use = tag.use(in: sections.names) { uses.append(use) }
      try copy(tag, bytes[start + opening.count..<contentEnd])
    } catch {
      throw self.error(error.message, at: start)
    }
  }

  private mutating func copy(_ tag: TemplateTag, _ content: ArraySlice<UInt8>) throws(MarkupProblem) {
    switch tag.kind {
    case .comment: write(content)
    case .delimiters:
      write([UInt8(ascii: "!")] + content)
      try delimiters.change(to: tag.target)
    case .section, .invertedSection, .block:
      context = try sections.begin(tag, context, delimiters)
      write(content)
    case .parent:
      guard context.state == .text, context.foreignDepth == 0 else {
        throw MarkupProblem("{{<\(tag.target)}} must be in text")
      }
      context = try sections.begin(tag, context, delimiters)
      let part = try include(tag.target)
      write("<\(part)".utf8)
    case .end:
      (context, delimiters) = try sections.end(context, delimiters)
      write(content)
    case .partial:
      let part = try include(tag.target)
      context.endIncludedFile()
      write(">\(part)".utf8)
    case .value(let name):
      // Values escape themselves, whatever the tag is. What describes an element of a list is a number or true or false.
      if let place = try context.insertValue(), !TemplateTag.withoutTransforms(name).isEmpty {
        write("\(place.rawValue)(\(name))".utf8)
      } else {
        write(name.utf8)
      }
    }
  }

  /// Writes a tag.
  private mutating func write(_ content: some Sequence<UInt8>) {
    out += Self.tagStart.utf8
    out += content
    out += Self.tagEnd.utf8
    tagCount += 1
  }

  /// Records a file that is included.
  /// - Returns: the name of the file in this context.
  private mutating func include(_ file: String) throws(MarkupProblem) -> String {
    guard !file.hasPrefix("*") else { throw MarkupProblem("a template cannot be included by a value's name") }
    let (start, name) = try context.inIncludedFile()
    // Names of files have no slash.
    let include = Include(file: file, context: start, part: name.map { "\(file)/\($0)" } ?? file)
    if !includes.contains(include) { includes.append(include) }
    return include.part
  }

  /// Converts a `#PLACEHOLDER#` mark to a tag. Returns false if there is none at the current position. Colours such as
  /// `#EEE;` are not marks.
  private mutating func placeholder() throws(CompositionError) -> Bool {
    guard let mark = TemplateTag.placeholder(in: bytes[position...]) else { return false }
    let name = mark.lowercased()
    let start = position
    let end = start + mark.utf8.count + 2
    if tagLines[name] == nil { tagLines[name] = line }
    do {
      if let offset = try context.beginTag(at: out.count) { quotes.append(offset) }
      markTag(upTo: end)
      position = end
      if name == "items" {
        try rows()
      } else if let place = try context.insertValue() {
        write("\(place.rawValue)(\(name))".utf8)
      } else {
        write(name.utf8)
      }
    } catch {
      throw self.error(error.message, at: start)
    }
    return true
  }

  /// Inserts the rows of `#ITEMS#`.
  private mutating func rows() throws(MarkupProblem) {
    for row in [Self.itemRow, Self.lastItemRow] {
      uses.append(TemplateUse(role: .partial, name: row, line: line, sections: sections.names + ["items"]))
    }
    let (row, last) = (try include(Self.itemRow), try include(Self.lastItemRow))
    context.endIncludedFile()
    for tag in ["#items", "^last()", ">\(row)", "/last()", "#last()", ">\(last)", "/last()", "/items"] {
      write(tag.utf8)
    }
  }

  private func starts(with mark: [UInt8]) -> Bool {
    bytes[position] == mark[0] && bytes[position...].starts(with: mark)
  }

  private func error(_ message: String, at offset: Int) -> CompositionError {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return CompositionError(
      .templateBroken, message, at: "\(file):\(before.count { $0 == 0x0A } + 1):\(offset - lineStart + 1)")
  }
}
