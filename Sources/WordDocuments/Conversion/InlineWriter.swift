import Layout
import Markup
import Resources
import Style

/// Collects the content of one paragraph from lines.
struct InlineWriter {
  var content: [Inline] = []
  /// Floating and positioned boxes that are not images; they are placed before the paragraph.
  var objects: [FlowBox] = []
  var footnotes: [(number: Int, body: FlowBox)] = []
  var leader: String?
  private(set) var refersToPages = false
  private(set) var referred = NodeID.none
  private var link: LinkTarget?
  let converter: Converter
  let firstFootnote: Int
  /// Footnotes are not possible in footnotes and headers.
  let allowsFootnotes: Bool

  /// - Parameter firstFootnote: the number of the next footnote.
  init(_ converter: Converter, firstFootnote: Int, allowsFootnotes: Bool) {
    self.converter = converter
    self.firstFootnote = firstFootnote
    self.allowsFootnotes = allowsFootnotes
  }

  /// Adds lines.
  /// - Parameters:
  ///   - outer: the formatting of text outside of inline boxes.
  ///   - link: the address of the link around the lines.
  mutating func add(_ lines: FlowLines, outer: RunFormat, link outerLink: String?, depth: Int = 0) {
    var formats: [Int: RunFormat] = [:]
    var skipped: Int?
    var calls: [Int: String]?
    for item in lines.items {
      if let call = skipped {
        if case .close = item.kind, item.inline == call { skipped = nil }
        continue
      }
      let format = format(of: item.inline, lines, outer, &formats)
      let around = item.inline.map { lines.inlines[$0] }
      follow(around?.link ?? outerLink, item, at: around?.node ?? .none)
      switch item.kind {
      case .text(let range): add(lines.bytes[range], format, lines, item.inline)
      case .reference(let reference): add(reference, format)
      case .open:
        if let node = item.inline.map({ lines.inlines[$0].node }), let bookmark = converter.bookmarks.index(of: node) {
          content.append(.bookmark(bookmark))
        }
      case .close: break
      case .atomic(let box): add(atomic: box, format, link: outerLink, depth: depth)
      case .float(let box): add(float: box, format)
      case .outOfFlow(let box):
        if case .running = converter[box.style].box.position { break }
        objects.append(box)
      case .footnote(let body):
        let texts = calls ?? Self.texts(ofCallsIn: lines)
        calls = texts
        if add(footnote: body, call: item.inline, text: item.inline.flatMap { texts[$0] } ?? "", format) {
          skipped = item.inline
        }
      }
    }
    if depth == 0 { endLink() }
  }

  /// Removes white space and line breaks at the end, which are not shown.
  mutating func trim() {
    while let last = content.last {
      switch last {
      case .text(let text, let format):
        let trimmed = text.drop(trailing: " ")
        guard trimmed.isEmpty else {
          content[content.count - 1] = .text(String(trimmed), format)
          return
        }
        content.removeLast()
      case .lineBreak:
        content.removeLast()
        return
      default: return
      }
    }
  }

  // MARK: - Links

  private mutating func follow(_ address: String?, _ item: FlowItem, at node: NodeID) {
    switch item.kind {
    case .open, .close: return
    default: break
    }
    let target = address.flatMap { converter.target(of: $0, at: node) }
    guard target != link else { return }
    endLink()
    if let target {
      content.append(.linkStart(target))
      link = target
    }
  }

  private mutating func endLink() {
    if link != nil { content.append(.linkEnd) }
    link = nil
  }

  // MARK: - Text

  private mutating func add(
    _ bytes: ContiguousArray<UInt8>.SubSequence, _ format: RunFormat, _ lines: FlowLines, _ inline: Int?
  ) {
    let style = inline.map { lines.inlines[$0].style } ?? lines.style
    guard converter[style].text.visibility == .visible else { return }
    var start = bytes.startIndex
    var position = bytes.startIndex
    func text(_ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }
    while position < bytes.endIndex {
      let byte = bytes[position]
      let isSoftHyphen = byte == 0xC2 && position + 1 < bytes.endIndex && bytes[position + 1] == 0xAD
      guard byte == 0x0A || byte == 0x09 || isSoftHyphen else {
        position += 1
        continue
      }
      add(text: text(position), format)
      content.append(byte == 0x0A ? .lineBreak(format) : byte == 0x09 ? .tab(format) : .softHyphen(format))
      position += isSoftHyphen ? 2 : 1
      start = position
    }
    add(text: text(bytes.endIndex), format)
  }

  /// Adds text, divided by direction: Word needs to know which runs are right-to-left.
  private mutating func add(text: String, _ format: RunFormat) {
    guard !text.isEmpty else { return }
    guard text.utf8.contains(where: { $0 >= 0xD6 }), text.unicodeScalars.contains(where: \.isRightToLeft) else {
      content.append(.text(text, format))
      return
    }
    var run = String.UnicodeScalarView()
    var isRightToLeft: Bool?
    func flush(_ content: inout [Inline]) {
      guard !run.isEmpty else { return }
      var format = format
      format.isRightToLeft = isRightToLeft ?? false
      content.append(.text(String(run), format))
      run = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      let direction: Bool? = scalar.isRightToLeft ? true : scalar.isLeftToRight ? false : nil
      if let direction, let current = isRightToLeft, direction != current { flush(&content) }
      isRightToLeft = direction ?? isRightToLeft
      run.append(scalar)
    }
    flush(&content)
  }

  private mutating func add(_ reference: FlowReference, _ format: RunFormat) {
    if case .targetCounter(_, "page", _) = reference.item {
      refersToPages = true
      referred = reference.target
    }
    guard let instruction = converter.instruction(for: reference) else { return add(text: reference.text, format) }
    content.append(.field(Field(instruction: instruction, result: reference.text), format))
  }

  // MARK: - Formatting

  private func format(of inline: Int?, _ lines: FlowLines, _ outer: RunFormat, _ known: inout [Int: RunFormat])
    -> RunFormat
  {
    guard let inline else { return outer }
    if let format = known[inline] { return format }
    let box = lines.inlines[inline]
    let parent = format(of: box.parent, lines, outer, &known)
    let format = converter.format(of: box.style, node: box.node, inside: parent)
    known[inline] = format
    return format
  }
}

extension Unicode.Scalar {
  /// Hebrew, Arabic, Syriac, Thaana and related scripts (UAX #9, classes R and AL).
  var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      properties.generalCategory != .decimalNumber
    default: false
    }
  }

  /// A letter of another script.
  var isLeftToRight: Bool { properties.isAlphabetic && !isRightToLeft }
}

extension String {
  func drop(trailing character: Character) -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == character { end = index(before: end) }
    return self[..<end]
  }
}
