/// An indirect object in a file: `N G obj … endobj`.
package struct IndirectObject {
  package var reference: PDFReference
  package var value: PDFObject
  /// The bytes from the object number to the end of `endobj`.
  package var range: Range<Int>
}

/// Builds objects from tokens. It does not recurse, because the input chooses the depth of nesting.
package struct PDFParser {
  var lexer: PDFLexer
  let limits: PDFLimits
  /// Whether small faults that readers accept are errors: a missing `endobj`, or a lone carriage return after `stream`.
  let isStrict: Bool
  /// Whether a dictionary with a repeated key is an error, as in strict parsers.
  var refusesRepeatedKeys: Bool
  /// The offset after the bytes that were looked at without being part of an object.
  private var seen = 0
  /// The offset after all bytes that were read so far.
  var farthest: Int { max(seen, lexer.position) }

  /// - Parameters:
  ///   - position: the offset at which reading begins.
  ///   - end: the offset at which it ends; nil for the end of the bytes.
  ///   - isStrict: whether faults that readers accept, and repeated keys, are errors.
  package init(_ bytes: PDFBytes, at position: Int, end: Int? = nil, limits: PDFLimits, isStrict: Bool = false) {
    lexer = PDFLexer(bytes, at: position, end: end, stringLimit: limits.string)
    self.limits = limits
    self.isStrict = isStrict
    refusesRepeatedKeys = isStrict
  }

  /// An array or dictionary that is not closed yet. In `items` the keys and values of a dictionary alternate.
  private struct Open {
    var isDictionary: Bool
    var items: [PDFObject] = []
    var offset: Int
  }

  /// Reads the object at the lexer's position.
  package mutating func object() throws(PDFError) -> PDFObject {
    var stack: [Open] = []
    var values = 0
    while true {
      lexer.skipSpace()
      let start = lexer.position
      guard let value = try value(of: try lexer.next(), at: start, &stack) else { continue }
      values += 1
      guard values <= limits.valuesPerObject else {
        throw PDFError(
          code: .limit, message: "An object holds more than \(limits.valuesPerObject) values.", offset: start)
      }
      guard let top = stack.indices.last else { return value }
      stack[top].items.append(value)
    }
  }

  /// The value that a token completes; nil for one that begins an array or a dictionary.
  @inline(__always)
  private mutating func value(
    of token: PDFToken, at start: Int, _ stack: inout [Open]
  ) throws(PDFError) -> PDFObject? {
    switch token {
    case .integer(let integer): return stack.isEmpty ? try referenceOrInteger(integer) : .integer(integer)
    case .real(let real): return .real(real)
    case .string(let string): return .string(string)
    case .name(let name): return .name(name)
    case .keyword(.true): return .boolean(true)
    case .keyword(.false): return .boolean(false)
    case .keyword(.null): return .null
    case .keyword(.indirect):
      guard let top = stack.indices.last, let pair = stack[top].items.popReference() else {
        throw .syntax("An \"R\" does not follow two numbers.", at: start)
      }
      return pair
    case .arrayOpen, .dictionaryOpen:
      guard stack.count < limits.nesting else {
        throw PDFError(code: .limit, message: "Objects nest deeper than \(limits.nesting).", offset: start)
      }
      stack.append(Open(isDictionary: lexer.bytes[start] == 0x3C, offset: start))
      return nil
    case .arrayClose:
      guard let open = stack.popLast(), !open.isDictionary else {
        throw .syntax("A \"]\" closes nothing.", at: start)
      }
      return .array(open.items)
    case .dictionaryClose:
      guard let open = stack.popLast(), open.isDictionary else {
        throw .syntax("A \">>\" closes nothing.", at: start)
      }
      return .dictionary(try dictionary(open))
    case .keyword(let keyword):
      throw .syntax(
        keyword == .unknown
          ? "Expected an object, found \(lexer.position - start) bytes that begin none."
          : "Expected an object, found \"\(keyword.rawValue)\".", at: start)
    case .end: throw .syntax("The bytes end inside an object.", at: start)
    }
  }

  private func dictionary(_ open: Open) throws(PDFError) -> PDFDictionary {
    guard open.items.count.isMultiple(of: 2) else {
      throw .syntax("A dictionary has a key without a value.", at: open.offset)
    }
    var entries: [(key: PDFName, value: PDFObject)] = []
    entries.reserveCapacity(open.items.count / 2)
    for index in stride(from: 0, to: open.items.count, by: 2) {
      guard case .name(let key) = open.items[index] else {
        throw .syntax("A dictionary has \(open.items[index].kindName) where a key must be.", at: open.offset)
      }
      entries.append((key, open.items[index + 1]))
    }
    if refusesRepeatedKeys {
      var seen = Set<PDFName>(minimumCapacity: entries.count)
      guard entries.allSatisfy({ seen.insert($0.key).inserted }) else {
        throw .syntax("A dictionary has the same key twice.", at: open.offset)
      }
    }
    return PDFDictionary(unchecked: entries)
  }

  private mutating func referenceOrInteger(_ number: Int) throws(PDFError) -> PDFObject {
    let afterFirst = lexer.position
    var look = lexer
    if case .integer(let generation)? = try? look.next(), (try? look.next()) == .keyword(.indirect) {
      lexer = look
      return PDFReference(number, generation).map { .reference($0) } ?? .null
    }
    seen = max(seen, look.position)
    lexer.position = afterFirst
    return .integer(number)
  }

  /// Reads the indirect object at the lexer's position.
  /// - Parameter length: looks up the value of an indirect `/Length`.
  package mutating func indirectObject(
    length: (PDFReference) throws(PDFError) -> Int?
  ) throws(PDFError) -> IndirectObject {
    lexer.skipSpace()
    let start = lexer.position
    guard let number = try lexer.nextInteger(), let generation = try lexer.nextInteger(),
      let reference = PDFReference(number, generation), try lexer.next() == .keyword(.obj)
    else { throw .syntax("No indirect object (\"N G obj\") begins here.", at: start) }
    var look = lexer
    if (try? look.next()) == .keyword(.endobj) {
      // `N G obj endobj`: readers treat an object without a value as null.
      if isStrict { throw .syntax("Object \(reference) is empty.", at: start) }
      lexer = look
      return IndirectObject(reference: reference, value: .null, range: start..<lexer.position)
    }
    var value = try object()
    look = lexer
    if case .dictionary(let dictionary) = value, (try? look.next()) == .keyword(.stream) {
      lexer = look
      value = .stream(try stream(dictionary, of: reference, length: length))
    }
    let afterValue = lexer.position
    if (try? lexer.next()) != .keyword(.endobj) {
      seen = max(seen, lexer.position)
      if isStrict { throw .syntax("Object \(reference) has no \"endobj\".", at: afterValue) }
      lexer.position = afterValue
    }
    return IndirectObject(reference: reference, value: value, range: start..<lexer.position)
  }

  /// Reads the data of a stream (ISO 32000-1, 7.3.8.1): they begin after the line end that follows `stream`, have
  /// `/Length` bytes, and are followed by `endstream`.
  private mutating func stream(
    _ dictionary: PDFDictionary, of reference: PDFReference, length: (PDFReference) throws(PDFError) -> Int?
  ) throws(PDFError) -> PDFStream {
    switch (lexer.peek(), lexer.peek(1)) {
    case (0x0D, 0x0A): lexer.position += 2
    case (0x0A, _): lexer.position += 1
    case (0x0D, _) where !isStrict: lexer.position += 1
    default:
      if isStrict { throw .syntax("No line end follows \"stream\" in object \(reference).", at: lexer.position) }
    }
    let start = lexer.position
    let declared: Int? =
      switch dictionary["Length"] {
      case .integer(let value): value
      case .reference(let reference): try length(reference)
      default: nil
      }
    guard let declared else { throw .syntax("The stream of object \(reference) has no usable /Length.", at: start) }
    guard declared >= 0, declared <= lexer.end - start else {
      throw .syntax(
        "The /Length of object \(reference) is \(declared), but the file has only \(lexer.end - start) more bytes.",
        at: start
      )
    }
    lexer.position += declared
    try lexer.expect(.endstream, "after the \(declared) bytes of the stream of object \(reference)")
    return PDFStream(dictionary: dictionary, source: lexer.bytes, range: start..<start + declared)
  }
}

extension [PDFObject] {
  /// Removes `N G` from the end and returns the reference; null if the numbers are out of range, nil if the last two
  /// items are not integers.
  fileprivate mutating func popReference() -> PDFObject? {
    guard count >= 2, case .integer(let number) = self[count - 2], case .integer(let generation) = self[count - 1]
    else { return nil }
    removeLast(2)
    return PDFReference(number, generation).map { .reference($0) } ?? .null
  }
}

/// Bytes as ASCII for a message, everything else as question marks.
package func printable(_ bytes: [UInt8]) -> String {
  String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
}
