/// A file written by Cairo's PDF surface, as the byte ranges of its objects.
///
/// Cairo draws the pages and embeds fonts and images. Its links, outline and dates are not used: the versions in Debian
/// leave out objects to which links refer, do not escape addresses, and take the date from the clock. `DocumentWriter`
/// writes the catalog, the information dictionary and the pages' annotations around Cairo's objects.
///
/// The objects are copied without being parsed. This is much faster than parsing and writing them, since the objects of
/// a long document take megabytes. It relies on the form in which Cairo writes: an object ends where the next one
/// begins, resource dictionaries are objects, and `/Length` is within the first bytes of a stream.
struct CairoFile {
  let bytes: PDFBytes
  /// By object number, from the object number to the beginning of the next object; nil if the file has no such object.
  private(set) var objects: [Range<Int>?]
  let catalog: Int
  let information: Int?
  let pageTree: Int
  /// Object numbers in page order.
  private(set) var pages: [Int] = []

  /// - Parameter isTagged: whether Cairo's structure tree is in the file; it is left out of `objects`.
  /// - Throws: `PDFError` unless the bytes are what Cairo writes without object streams, with a cross-reference table.
  init(_ bytes: PDFBytes, isTagged: Bool = false) throws(PDFError) {
    self.bytes = bytes
    let (offsets, section) = try Self.table(of: bytes)
    guard let catalog = section.trailer["Root"].reference?.number else {
      throw .crossReference("The drawing has no catalog.", at: section.range.lowerBound)
    }
    objects = Self.ranges(offsets, end: section.range.lowerBound, in: bytes)
    if isTagged {
      for number in objects.indices where objects[number].map({ Self.isStructure($0, in: bytes) }) ?? false {
        objects[number] = nil
      }
    }
    self.catalog = catalog
    information = section.trailer["Info"].reference?.number
    guard let tree = try Self.dictionary(catalog, objects, bytes)["Pages"].reference?.number else {
      throw PDFError(code: .pageTree, message: "The drawing has no pages.")
    }
    pageTree = tree
    for kid in try Self.dictionary(tree, objects, bytes)["Kids"].array ?? [] {
      guard let page = kid.reference?.number, objects.indices.contains(page), objects[page] != nil else {
        throw PDFError(code: .pageTree, message: "The drawing lacks page \(pages.count + 1).")
      }
      pages.append(page)
    }
  }

  /// By object number where the object begins; nil for free numbers.
  private static func table(of bytes: PDFBytes) throws(PDFError) -> ([Int?], XRefSection) {
    let start = try StartXRef.last(in: bytes, before: bytes.count)
    let reader = XRefReader(bytes: bytes, end: bytes.count, origin: 0, limits: PDFLimits(), isStrict: true)
    var offsets: [Int?] = []
    let section = try reader.section(at: start.value) { (number, entry) throws(PDFError) in
      guard number == offsets.count else {
        throw .crossReference("The drawing's cross-reference table has more than one subsection.", at: start.value)
      }
      if case .inUse(let offset, _) = entry { offsets.append(offset) } else { offsets.append(nil) }
    }
    guard section.kind == .table else {
      throw .crossReference("The drawing has a cross-reference stream.", at: start.value)
    }
    return (offsets, section)
  }

  /// Each object from its offset to the next one's. Cairo leaves out some objects that have an entry; their ranges are
  /// nil.
  private static func ranges(_ offsets: [Int?], end: Int, in bytes: PDFBytes) -> [Range<Int>?] {
    var starts: [(number: Int, offset: Int)] = []
    for (number, offset) in offsets.enumerated() {
      guard let offset, offset < end else { continue }
      var lexer = PDFLexer(bytes, at: offset, end: end)
      guard lexer.skipObjectHeader() == number else { continue }
      starts.append((number, offset))
    }
    starts.sort { $0.offset < $1.offset }
    var ranges = [Range<Int>?](repeating: nil, count: offsets.count)
    for (index, start) in starts.enumerated() {
      ranges[start.number] = start.offset..<(index + 1 < starts.count ? starts[index + 1].offset : end)
    }
    return ranges
  }

  static func dictionary(
    _ number: Int, _ objects: [Range<Int>?], _ bytes: PDFBytes
  ) throws(PDFError) -> PDFDictionary {
    guard objects.indices.contains(number), let range = objects[number] else {
      throw PDFError(code: .crossReference, message: "The drawing has no object \(number).")
    }
    var parser = PDFParser(bytes, at: range.lowerBound, end: range.upperBound, limits: PDFLimits())
    guard let dictionary = try parser.indirectObject(length: { _ in nil }).value.dictionary else {
      throw .syntax("Object \(number) of the drawing is not a dictionary.", at: range.lowerBound)
    }
    return dictionary
  }

  /// Whether an object is a structure element or root, the parent tree, or one page's part of that: the only arrays and
  /// number trees that Cairo writes.
  private static func isStructure(_ object: Range<Int>, in bytes: PDFBytes) -> Bool {
    let head = object.lowerBound..<min(object.upperBound, object.lowerBound + 48)
    guard let start = bytes.first("obj\n", in: head).map({ $0 + 4 }), start < head.upperBound else { return false }
    return bytes.hasBytes("[", at: start) || bytes.hasBytes("<< /Nums", at: start)
      || bytes.hasBytes("<< /Type /Struct", at: start)
  }

  // MARK: Objects

  /// The value of an object: from after `obj` to before `endobj`, without white space around it.
  func value(_ object: Range<Int>) -> Range<Int>? {
    guard let start = bytes.first("obj", in: object).map({ $0 + 3 }),
      let end = bytes.last("endobj", in: start..<object.upperBound)
    else { return nil }
    var value = start..<end
    while let first = value.first, bytes[first] <= 0x20 { value.removeFirst() }
    while let last = value.last, bytes[last] <= 0x20 { value.removeLast() }
    return value.isEmpty ? nil : value
  }

  /// The entries of a page, without its box. Cairo writes numbers in the box only.
  static func entriesWithoutBox(_ entries: [UInt8]) -> [UInt8] {
    let bytes = PDFBytes(entries)
    guard let start = bytes.first("/MediaBox [", in: 0..<entries.count),
      let end = bytes.first("]", in: start..<entries.count)
    else { return entries }
    return Array(entries[..<start] + entries[(end + 1)...])
  }

  /// The entries of a dictionary object, without `/StructParents`, the key of a page in Cairo's own parent tree.
  func entries(ofDictionary number: Int) -> [UInt8]? {
    guard objects.indices.contains(number), let range = objects[number], let value = value(range),
      bytes.hasBytes("<<", at: value.lowerBound), value.count >= 4
    else { return nil }
    let entries = value.lowerBound + 2..<value.upperBound - 2
    let key: StaticString = "/StructParents "
    guard let start = bytes.first(key, in: entries) else { return bytes.array(entries) }
    let rest = bytes.array(start + key.utf8CodeUnitCount..<entries.upperBound).drop(while: ByteClass.isDigit)
    return bytes.array(entries.lowerBound..<start) + rest
  }

  func isStream(_ object: Range<Int>) -> Bool {
    bytes.last("endstream", in: max(object.lowerBound, object.upperBound - 32)..<object.upperBound) != nil
  }

  /// A stream's reference to its length, an object that Cairo writes after the stream: the reference's range, the
  /// object's number, and the length. Nil if the length is direct.
  func indirectLength(_ stream: Range<Int>) -> (range: Range<Int>, number: Int, value: Int)? {
    let head = stream.lowerBound..<min(stream.upperBound, stream.lowerBound + 96)
    let key: StaticString = "/Length "
    guard let start = bytes.first(key, in: head).map({ $0 + key.utf8CodeUnitCount }) else { return nil }
    var lexer = PDFLexer(bytes, at: start, end: stream.upperBound)
    guard let number = try? lexer.nextInteger(), (try? lexer.nextInteger()) == 0,
      (try? lexer.next()) == .keyword(.indirect), objects.indices.contains(number), let object = objects[number]
    else { return nil }
    let end = lexer.position
    lexer = PDFLexer(bytes, at: object.lowerBound, end: object.upperBound)
    guard lexer.skipObjectHeader() == number, let value = try? lexer.nextInteger() else { return nil }
    return (start..<end, number, value)
  }
}

extension PDFLexer {
  /// Reads `N 0 obj`.
  /// - Returns: the object number; nil if no object of generation 0 begins here.
  fileprivate mutating func skipObjectHeader() -> Int? {
    guard let number = try? nextInteger(), (try? nextInteger()) == 0, (try? next()) == .keyword(.obj) else {
      return nil
    }
    return number
  }
}
