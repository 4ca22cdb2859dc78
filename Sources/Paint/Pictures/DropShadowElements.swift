/// Replaces `feDropShadow` elements of SVG files by equivalent filter primitives (Filter Effects §9.13). librsvg does
/// not know the element, and draws nothing that has a filter with one.
enum DropShadowElements {
  private static let name = ContiguousArray("feDropShadow".utf8)
  /// Further ones stay as they are, so that no file grows without limit.
  private static let limit = 1000

  /// The file with the elements replaced.
  static func replaced(in file: [UInt8]) -> [UInt8] {
    guard var start = find(in: file, from: 0) else { return file }
    var result: [UInt8] = []
    var copied = 0
    var count = 0
    while count < limit {
      guard let tag = Tag(file, at: start + 1 + name.count) else { break }
      guard let end = tag.isEmpty ? tag.end : end(of: file, from: tag.end) else { break }
      result += file[copied..<start]
      result += tag.replacement(number: count).utf8
      count += 1
      copied = end
      guard let next = find(in: file, from: copied) else { break }
      start = next
    }
    return result + file[copied...]
  }

  /// The next start tag.
  private static func find(in file: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + name.count + 1 < file.count {
      if file[index] == UInt8(ascii: "<") {
        if file[(index + 1)...].starts(with: name) { return index }
        index = afterText(in: file, at: index) ?? index
      }
      index += 1
    }
    return nil
  }

  /// The offset after the end tag of an element with content; nil if there is none.
  private static func end(of file: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + name.count + 2 < file.count {
      if file[index] == UInt8(ascii: "<") {
        if file[index + 1] == UInt8(ascii: "/"), file[(index + 2)...].starts(with: name) {
          return file[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        }
        index = afterText(in: file, at: index) ?? index
      }
      index += 1
    }
    return nil
  }

  /// The offset of the last byte of a comment or CDATA section that begins at an offset; nil if none does.
  private static func afterText(in file: [UInt8], at start: Int) -> Int? {
    // Most tags do not begin with an exclamation mark.
    guard start + 1 < file.count, file[start + 1] == UInt8(ascii: "!") else { return nil }
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where file[start...].starts(with: open.utf8) {
      var index = start + open.utf8.count
      while index < file.count {
        if file[index...].starts(with: close.utf8) { return index + close.utf8.count - 1 }
        index += 1
      }
      return file.count
    }
    return nil
  }

  /// A start tag.
  private struct Tag {
    /// The attributes in the order of the file, with values as in the file.
    var attributes: [(name: String, value: String)] = []
    /// The offset after the tag.
    var end: Int
    /// Whether the tag is that of an empty element, which has no end tag.
    var isEmpty = false

    /// Fails if it is not well-formed.
    init?(_ file: [UInt8], at start: Int) {
      end = start
      while let byte = next(file) {
        switch byte {
        case UInt8(ascii: ">"): return
        case UInt8(ascii: "/"): isEmpty = true
        case 0x09, 0x0A, 0x0D, 0x20: continue
        default:
          end -= 1
          guard let attribute = attribute(file) else { return nil }
          attributes.append(attribute)
        }
      }
      return nil
    }

    private mutating func next(_ file: [UInt8]) -> UInt8? {
      guard end < file.count else { return nil }
      defer { end += 1 }
      return file[end]
    }

    private mutating func attribute(_ file: [UInt8]) -> (name: String, value: String)? {
      let start = end
      guard let equals = file[start...].firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = String(decoding: file[start..<equals], as: UTF8.self).filter { !$0.isWhitespace }
      end = equals + 1
      while let byte = next(file) {
        if byte == 0x20 || 0x09...0x0D ~= byte { continue }
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { return nil }
        guard let close = file[end...].firstIndex(of: byte) else { return nil }
        defer { end = close + 1 }
        return (name, String(decoding: file[end..<close], as: UTF8.self).replacing("\"", with: "&quot;"))
      }
      return nil
    }

    /// The primitives that draw the shadow and the input over it.
    func replacement(number: Int) -> String {
      let area = list(["x", "y", "width", "height", "color-interpolation-filters"])
      let input = attributes.first { $0.name == "in" }?.value
      let name = "pressrun-shadow-\(number)"
      let source = input ?? name
      return (input == nil ? "<feOffset\(area) result=\"\(source)\"/>" : "")
        + "<feGaussianBlur\(area) in=\"\(source)\" stdDeviation=\"\(value("stdDeviation"))\"/>"
        + "<feOffset\(area) dx=\"\(value("dx"))\" dy=\"\(value("dy"))\" result=\"\(name)-blur\"/>"
        + "<feFlood\(area)\(list(["flood-color", "flood-opacity", "class", "style"]))/>"
        + "<feComposite\(area) in2=\"\(name)-blur\" operator=\"in\"/>"
        + "<feMerge\(area)\(list(["result"]))><feMergeNode/><feMergeNode in=\"\(source)\"/></feMerge>"
    }

    /// A number; 2 is the default of all three attributes.
    private func value(_ name: String) -> String { attributes.first { $0.name == name }?.value ?? "2" }

    private func list(_ names: [String]) -> String {
      attributes.filter { names.contains($0.name) }.map { " \($0.name)=\"\($0.value)\"" }.joined()
    }
  }
}
