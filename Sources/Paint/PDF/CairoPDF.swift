import Glibc

/// A file that Cairo's PDF surface wrote, taken apart into its objects.
///
/// Cairo makes the pages, fonts and images. Its links, outline and dates are not used: in the versions that Debian has it
/// leaves objects out that links refer to, does not escape addresses, and takes the date from the clock. So the catalog,
/// the information dictionary and what hangs on pages are written by `PDFAssembly` around Cairo's objects.
struct CairoPDF {
  /// By object number; nil where the file has no such object.
  let objects: [Range<Int>?]
  let bytes: [UInt8]
  let catalog: Int
  let info: Int?
  let pageTree: Int
  /// Object numbers in page order.
  let pages: [Int]

  /// Nil where the bytes are not what Cairo writes when held back from object streams: a classic cross-reference table at the end.
  /// - Parameter isTagged: Cairo's own structure tree is in the file, which another will take the place of.
  init?(_ bytes: [UInt8], isTagged: Bool = false) {
    self.bytes = bytes
    var scanner = Scanner(bytes: bytes, offset: max(0, bytes.count - 64))
    guard scanner.skip(past: "startxref"), let table = scanner.number() else { return nil }

    scanner.offset = table
    guard scanner.skip("xref"), scanner.number() == 0, let count = scanner.number(), count <= bytes.count / 20 else {
      return nil
    }
    var offsets: [Int?] = []
    for _ in 0..<count {
      guard let offset = scanner.number(), scanner.number() != nil, let kind = scanner.word() else { return nil }
      offsets.append(kind == "n" ? offset : nil)
    }
    let trailer = scanner.offset
    func reference(_ key: String) -> Int? {
      scanner.offset = trailer
      return scanner.skip(past: key) ? scanner.number() : nil
    }
    guard let catalog = reference("/Root"), let info = reference("/Info") as Int?? else { return nil }

    var objects = Self.ranges(offsets, end: table, &scanner)
    if isTagged {
      for number in objects.indices where objects[number].map({ Self.isStructure($0, in: bytes) }) ?? false {
        objects[number] = nil
      }
    }
    guard let range = objects.at(catalog), let tree = scanner.reference("/Pages", in: range),
      let treeRange = objects.at(tree), let pages = scanner.references("/Kids", in: treeRange)
    else { return nil }
    guard pages.allSatisfy({ objects.at($0) != nil }) else { return nil }
    self.objects = objects
    self.catalog = catalog
    self.info = info
    pageTree = tree
    self.pages = pages
  }

  /// A structure element or root, the parent tree, or one page's part of that: the only arrays and number trees that Cairo writes.
  private static func isStructure(_ object: Range<Int>, in bytes: [UInt8]) -> Bool {
    let head = object.lowerBound..<min(object.upperBound, object.lowerBound + 48)
    guard let start = bytes.firstIndex(of: "obj\n", in: head).map({ $0 + 4 }), start < head.upperBound else {
      return false
    }
    return bytes[start] == UInt8(ascii: "[") || bytes[start...].starts(with: "<< /Nums".utf8)
      || bytes[start...].starts(with: "<< /Type /Struct".utf8)
  }

  /// Each object from its offset to the next one's. An entry that does not lead to its object has none.
  private static func ranges(_ offsets: [Int?], end: Int, _ scanner: inout Scanner) -> [Range<Int>?] {
    var starts: [(number: Int, offset: Int)] = []
    for (number, offset) in offsets.enumerated() {
      guard let offset, offset < end else { continue }
      scanner.offset = offset
      guard scanner.number() == number, scanner.number() == 0, scanner.skip("obj") else { continue }
      starts.append((number, offset))
    }
    starts.sort { $0.offset < $1.offset }
    var ranges = [Range<Int>?](repeating: nil, count: offsets.count)
    for (index, start) in starts.enumerated() {
      ranges[start.number] = start.offset..<(index + 1 < starts.count ? starts[index + 1].offset : end)
    }
    return ranges
  }

  /// What stands between an object's `obj` and `endobj`.
  func value(_ object: Range<Int>) -> Range<Int>? {
    guard let start = bytes.firstIndex(of: "obj", in: object).map({ $0 + 3 }),
      let end = bytes.lastIndex(of: "endobj", in: start..<object.upperBound)
    else { return nil }
    var value = start..<end
    while let first = value.first, bytes[first] <= 0x20 { value.removeFirst() }
    while let last = value.last, bytes[last] <= 0x20 { value.removeLast() }
    return value.isEmpty ? nil : value
  }

  /// A dictionary object's entries, without the number that Cairo gives a page in a structure tree.
  func dictionary(_ number: Int) -> [UInt8]? {
    guard let range = objects.at(number), let value = value(range), bytes[value].starts(with: "<<".utf8),
      value.count >= 4
    else { return nil }
    let entries = value.lowerBound + 2..<value.upperBound - 2
    let key = "/StructParents "
    guard let start = bytes.firstIndex(of: key, in: entries) else { return Array(bytes[entries]) }
    let rest = bytes[start + key.utf8.count..<entries.upperBound].drop { 0x30...0x39 ~= $0 }
    return Array(bytes[entries.lowerBound..<start]) + rest
  }

  func isStream(_ object: Range<Int>) -> Bool {
    bytes.firstIndex(of: "endstream", in: max(object.lowerBound, object.upperBound - 32)..<object.upperBound) != nil
  }

  /// The reference to a stream's length, which Cairo writes behind it: where it stands, what it names, and the length.
  func indirectLength(_ stream: Range<Int>) -> (range: Range<Int>, number: Int, value: Int)? {
    let head = stream.lowerBound..<min(stream.upperBound, stream.lowerBound + 96)
    var scanner = Scanner(bytes: bytes, offset: head.lowerBound)
    guard scanner.skip(past: "/Length ", before: head.upperBound) else { return nil }
    let start = scanner.offset
    guard let number = scanner.number(), scanner.number() == 0, scanner.skip("R") else { return nil }
    let end = scanner.offset
    guard let object = objects.at(number) else { return nil }
    scanner.offset = object.lowerBound
    guard scanner.number() == number, scanner.number() == 0, scanner.skip("obj"), let value = scanner.number() else {
      return nil
    }
    return (start..<end, number, value)
  }
}

extension Array {
  fileprivate func at<Value>(_ index: Int) -> Value? where Element == Value? {
    indices.contains(index) ? self[index] : nil
  }
}

extension [UInt8] {
  /// Where ASCII text begins for the first time within a range.
  func firstIndex(of text: String, in range: Range<Int>) -> Int? {
    var text = text
    return text.withUTF8 { text in
      withUnsafeBytes { bytes in
        guard let first = text.first, let wanted = text.baseAddress, let base = bytes.baseAddress else { return nil }
        var offset = range.lowerBound
        while range.upperBound - offset >= text.count {
          guard let hit = memchr(base + offset, Int32(first), range.upperBound - offset - text.count + 1) else {
            return nil
          }
          offset = UnsafeRawPointer(hit) - base
          if memcmp(hit, wanted, text.count) == 0 { return offset }
          offset += 1
        }
        return nil
      }
    }
  }
}

extension [UInt8] {
  /// Where ASCII text begins for the last time within a range.
  fileprivate func lastIndex(of text: String, in range: Range<Int>) -> Int? {
    var offset = range.upperBound - text.utf8.count
    while offset >= range.lowerBound {
      if self[offset...].starts(with: text.utf8) { return offset }
      offset -= 1
    }
    return nil
  }
}

/// Reads tokens of PDF syntax, as far as Cairo's tables and trailers have them.
private struct Scanner {
  let bytes: [UInt8]
  var offset: Int

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
  }

  mutating func number() -> Int? {
    skipSpace()
    var value: Int?
    while offset >= 0, offset < bytes.count, 0x30...0x39 ~= bytes[offset] {
      let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
      guard !overflow, product < .max - 9 else { return nil }
      value = product + Int(bytes[offset] - 0x30)
      offset += 1
    }
    return value
  }

  mutating func word() -> String? {
    skipSpace()
    let start = offset
    while offset < bytes.count, bytes[offset] > 0x20 { offset += 1 }
    return start < offset ? String(decoding: bytes[start..<offset], as: UTF8.self) : nil
  }

  mutating func skip(_ text: String) -> Bool {
    skipSpace()
    guard bytes[min(offset, bytes.count)...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  mutating func skip(past text: String, before end: Int? = nil) -> Bool {
    guard let found = bytes.firstIndex(of: text, in: min(offset, bytes.count)..<(end ?? bytes.count)) else {
      return false
    }
    offset = found + text.utf8.count
    return true
  }

  mutating func reference(_ key: String, in range: Range<Int>) -> Int? {
    offset = range.lowerBound
    return skip(past: key, before: range.upperBound) ? number() : nil
  }

  mutating func references(_ key: String, in range: Range<Int>) -> [Int]? {
    offset = range.lowerBound
    guard skip(past: key, before: range.upperBound), skip("[") else { return nil }
    var numbers: [Int] = []
    while !skip("]") {
      guard let number = number(), self.number() == 0, skip("R") else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
