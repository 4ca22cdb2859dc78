/// SVG: the root element's `width`, `height` and `viewBox` (SVG 2 §7.2, §8.2), scanned without an XML parser.
enum SVGHeader {
  /// `nil` if the file is not SVG.
  static func read(_ file: ByteReader) throws(ImageError) -> ImageInfo? {
    var scanner = XMLScanner(file)
    guard let name = scanner.rootName() else { return nil }
    guard name == "svg" || name.hasSuffix(":svg") else { return nil }
    guard let attributes = scanner.attributes() else { throw .cutShort("SVG") }
    if !scanner.isSelfClosed, !endsWithTag(file, name) { throw .cutShort("SVG") }

    return info(
      width: attributes["width"].flatMap(length), height: attributes["height"].flatMap(length),
      viewBox: attributes["viewBox"])
  }

  /// - Parameters:
  ///   - width: px, like `height`.
  static func info(width: Double?, height: Double?, viewBox: String?) -> ImageInfo {
    var ratio: Double?
    if let width, let height, width > 0, height > 0 { ratio = width / height }
    let box = viewBox.flatMap(self.viewBox)
    if ratio == nil, let box, box.width > 0, box.height > 0 { ratio = box.width / box.height }

    let size = defaultSize(width: width, height: height, ratio: ratio)
    var info = ImageInfo(format: .svg, width: size.width, height: size.height)
    info.hasOwnWidth = width != nil
    info.hasOwnHeight = height != nil
    info.ratio = ratio
    info.hasViewBox = box != nil
    info.isEmpty = box.map { $0.width == 0 || $0.height == 0 } ?? false
    return info
  }

  /// The file without the `width` and `height` of its root, so that it fills the area in which it is drawn.
  static func withoutSize(_ bytes: [UInt8]) -> [UInt8] {
    let ranges = bytes.withUnsafeBufferPointer { bytes in
      var scanner = XMLScanner(ByteReader(bytes))
      guard scanner.rootName() != nil, scanner.attributes() != nil else { return [Range<Int>]() }
      return ["width", "height"].compactMap { scanner.ranges[$0] }
    }
    var result = bytes
    for range in ranges where range.upperBound <= result.count {
      for index in range { result[index] = 0x20 }
    }
    return result
  }

  /// css-images-3 §5.3: the missing sizes come from the ratio, or else from 300 by 150.
  private static func defaultSize(width: Double?, height: Double?, ratio: Double?) -> (width: Double, height: Double) {
    switch (width, height, ratio) {
    case (let width?, let height?, _): (width, height)
    case (let width?, nil, let ratio?): (width, width / ratio)
    case (nil, let height?, let ratio?): (height * ratio, height)
    case (let width?, nil, nil): (width, 150)
    case (nil, let height?, nil): (300, height)
    case (nil, nil, let ratio?): ratio >= 2 ? (300, 300 / ratio) : (150 * ratio, 150)
    case (nil, nil, nil): (300, 150)
    }
  }

  /// A length in px; `nil` for percentages, `auto` and invalid values.
  private static func length(_ text: String) -> Double? {
    let text = text.trimmingSpaces
    let unitStart = text.lastIndex { $0.isNumber || $0 == "." }.map(text.index(after:)) ?? text.startIndex
    guard let number = Double(text[..<unitStart]), number.isFinite, number >= 0 else { return nil }
    let factor: Double? =
      switch text[unitStart...].lowercased() {
      case "", "px": 1
      case "pt": 96.0 / 72
      case "pc": 16
      case "in": 96
      case "cm": 96 / 2.54
      case "mm": 96 / 25.4
      case "q": 96 / 101.6
      case "em", "rem": 16
      case "ex", "ch": 8
      default: nil
      }
    return factor.map { min(number * $0, 1e6) }
  }

  private static func viewBox(_ text: String) -> (width: Double, height: Double)? {
    let numbers = text.utf8.split { $0 == UInt8(ascii: ",") || $0 <= 0x20 }.compactMap { Double(Substring($0)) }
    guard numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0, numbers[2].isFinite, numbers[3].isFinite else {
      return nil
    }
    return (numbers[2], numbers[3])
  }

  /// Whether the file ends with the end tag of the root, except for space and comments.
  private static func endsWithTag(_ file: ByteReader, _ name: String) -> Bool {
    let tag = Array("</\(name)".utf8)
    return file.withBytes { bytes in
      let tail = bytes.suffix(4096)
      for start in tail.indices.reversed() where tail[start] == tag[0] && tail[start...].starts(with: tag) {
        return tail[(start + tag.count)...].first { $0 > 0x20 } == UInt8(ascii: ">")
      }
      return false
    }
  }
}

/// The prologue and root tag of an XML file.
struct XMLScanner {
  private let file: ByteReader
  private var offset = 0
  private(set) var isSelfClosed = false
  /// The range of each attribute, from its name to its closing quote.
  private(set) var ranges: [String: Range<Int>] = [:]

  init(_ file: ByteReader) {
    self.file = file
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The name of the root element after the declaration, comments and document type; `nil` if there is none.
  mutating func rootName() -> String? {
    while true {
      skipSpace()
      guard file[offset] == UInt8(ascii: "<") else { return nil }
      if file.matches("<!--", at: offset) {
        guard skip(past: "-->") else { return nil }
      } else if file.matches("<?", at: offset) {
        guard skip(past: "?>") else { return nil }
      } else if file.matches("<!", at: offset) {
        guard skipDocumentType() else { return nil }
      } else {
        offset += 1
        let name = token()
        return name.isEmpty ? nil : name
      }
    }
  }

  /// `nil` if the tag has no end.
  mutating func attributes() -> [String: String]? {
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      switch file[offset] {
      case UInt8(ascii: ">"): return attributes
      case UInt8(ascii: "/"):
        isSelfClosed = true
        offset += 1
      case nil: return nil
      default:
        let start = offset
        let name = token()
        skipSpace()
        guard !name.isEmpty, file[offset] == UInt8(ascii: "=") else { return nil }
        offset += 1
        skipSpace()
        guard let quote = file[offset], quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
          let end = file.firstIndex(of: quote, from: offset + 1),
          let value = file.slice(offset + 1, count: end - offset - 1)
        else { return nil }
        // The values of the relevant attributes are short; long ones are namespaces or inline data.
        if value.count <= 256 { attributes[name] = value.withBytes { String(decoding: $0, as: UTF8.self) } }
        ranges[name] = start..<end + 1
        offset = end + 1
      }
    }
  }

  private mutating func token() -> String {
    var bytes: [UInt8] = []
    while let byte = file[offset], !Self.isSpace(byte), !"/>='\"<".utf8.contains(byte), bytes.count < 256 {
      bytes.append(byte)
      offset += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipSpace() {
    while let byte = file[offset], Self.isSpace(byte) { offset += 1 }
  }

  private mutating func skip(past text: StaticString) -> Bool {
    while offset < file.count {
      if file.matches(text, at: offset) {
        offset += text.utf8CodeUnitCount
        return true
      }
      offset += 1
    }
    return false
  }

  /// `<!DOCTYPE …>`, with an internal subset in brackets.
  private mutating func skipDocumentType() -> Bool {
    var depth = 0
    while let byte = file[offset] {
      offset += 1
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return true
      default: break
      }
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: SubSequence {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
