/// Finds the elements `pressrun-chart` and `pressrun-barcode` in HTML, by the tokenization rules of HTML 13.2.5: not in
/// comments, attributes, or the text of elements such as `style`.
struct FigureScanner {
  /// One element in the source.
  struct Found {
    /// The bytes from `<` of the start tag to the end of the end tag.
    var range: Range<Int>
    /// `pressrun-chart` or `pressrun-barcode`.
    var name: String
    /// Whether there is an end tag, or the start tag ends with `/>`.
    var isClosed: Bool
  }

  static let names = ["pressrun-chart", "pressrun-barcode"]
  private static let rawText: Set<String> = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp",
  ]

  private let bytes: [UInt8]
  private var position = 0
  private var foreign = ForeignContent()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A cheap test that is true for every document with such elements.
  static func mayOccur(in bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = Array("<pressrun-".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + mark.count <= bytes.count {
        if bytes[index] == mark[0] {
          var length = 1
          while length < mark.count, bytes[index + length] | 0x20 == mark[length] | 0x20 { length += 1 }
          if length == mark.count { return true }
        }
        index += 1
      }
      return false
    }
  }

  /// The next element after those found before.
  mutating func next() -> Found? {
    while let start = nextTag() {
      let (name, isEnd) = tagName(at: start)
      let end = endOfTag(from: start)
      position = end
      let isSelfClosing = isSelfClosing(endingAt: end)
      // In foreign content, `style` and `title` have elements, and `/` closes an element.
      let isForeign = foreign.isForeign
      foreign.add(name, isEnd: isEnd, isSelfClosing: isSelfClosing)
      if isEnd { continue }
      if Self.rawText.contains(name), !isForeign {
        position = endTag(of: name, from: end)?.lowerBound ?? bytes.count
      } else if Self.names.contains(name) {
        if isSelfClosing {
          return Found(range: start..<end, name: name, isClosed: true)
        }
        let close = endTag(of: name, from: end)
        position = close?.upperBound ?? bytes.count
        return Found(range: start..<position, name: name, isClosed: close != nil)
      }
    }
    return nil
  }

  private func isSelfClosing(endingAt end: Int) -> Bool {
    end >= 2 && end <= bytes.count && bytes[end - 1] == UInt8(ascii: ">") && bytes[end - 2] == UInt8(ascii: "/")
  }

  /// The offset of the next `<` that starts a tag; skips comments.
  private mutating func nextTag() -> Int? {
    while position < bytes.count {
      guard let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")), start + 1 < bytes.count else {
        return nil
      }
      let next = bytes[start + 1]
      if isLetter(next) || next == UInt8(ascii: "/") && start + 2 < bytes.count && isLetter(bytes[start + 2]) {
        return start
      }
      if bytes[start...].starts(with: Array("<!--".utf8)) {
        position = endOfComment(from: start + 4)
      } else if foreign.isForeign, bytes[start...].starts(with: Array("<![CDATA[".utf8)) {
        position = bytes[start...].firstRange(of: Array("]]>".utf8))?.upperBound ?? bytes.count
      } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next == UInt8(ascii: "/") {
        position = (bytes[(start + 1)...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
      } else {
        position = start + 1
      }
    }
    return nil
  }

  /// `<!-->` and `<!--->` are complete comments.
  private func endOfComment(from start: Int) -> Int {
    for (text, length) in [(">", 1), ("->", 2)] where bytes[start...].starts(with: Array(text.utf8)) {
      return start + length
    }
    var index = start
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-") {
        if bytes[index + 2] == UInt8(ascii: ">") { return index + 3 }
        if bytes[index...].starts(with: Array("--!>".utf8)) { return index + 4 }
      }
      index += 1
    }
    return bytes.count
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private func tagName(at start: Int) -> (name: String, isEnd: Bool) {
    let isEnd = bytes[start + 1] == UInt8(ascii: "/")
    let name = bytes[(start + (isEnd ? 2 : 1))...].prefix {
      $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
    }
    return (String(decoding: name.prefix(32), as: UTF8.self).lowercased(), isEnd)
  }

  /// The offset after the `>` of a tag; attribute values in quotes may contain `>`.
  private func endOfTag(from start: Int) -> Int {
    var quote: UInt8?
    var isValue = false
    for index in start + 1..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "="): isValue = true
      case UInt8(ascii: "\"") where isValue, UInt8(ascii: "'") where isValue:
        quote = byte
        isValue = false
      case 0...0x20: break
      default: isValue = false
      }
    }
    return bytes.count
  }

  /// The range of the next end tag with a name.
  private func endTag(of name: String, from start: Int) -> Range<Int>? {
    var index = start
    while let open = bytes[min(index, bytes.count)...].firstIndex(of: UInt8(ascii: "<")) {
      if open + 2 < bytes.count, bytes[open + 1] == UInt8(ascii: "/"), isLetter(bytes[open + 2]),
        tagName(at: open).name == name
      {
        return open..<endOfTag(from: open)
      }
      index = open + 1
    }
    return nil
  }
}
