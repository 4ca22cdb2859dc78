/// A decoded object stream (ISO 32000-1, 7.5.7).
package struct ObjectStream {
  let bytes: PDFBytes
  /// The offset and index of each object, by object number.
  private let places: [Int: (offset: Int, index: Int)]
  private let limits: PDFLimits
  /// The stated number of objects, and the offset at which they begin.
  private let count, first: Int

  /// - Parameter data: the decoded bytes of the stream.
  /// - Throws: `PDFError`, such as `crossReference` if the stream does not have the objects that it states.
  package init(_ stream: PDFStream, data: [UInt8], limits: PDFLimits) throws(PDFError) {
    self.limits = limits
    bytes = PDFBytes(data)
    guard stream.dictionary["Type"].name == "ObjStm", let count = stream.dictionary["N"].integer,
      let first = stream.dictionary["First"].integer, count >= 0, count <= data.count / 2 + 1,
      count <= limits.objectsPerStream, first >= 0,
      first <= data.count
    else { throw PDFError(code: .crossReference, message: "is not an object stream with a valid /N and /First") }
    var lexer = PDFLexer(bytes, at: 0, end: first)
    var places: [Int: (offset: Int, index: Int)] = [:]
    for index in 0..<count {
      guard let number = try lexer.nextInteger(), let offset = try lexer.nextInteger(), offset >= 0,
        offset <= data.count - first
      else { throw PDFError(code: .crossReference, message: "lists fewer objects than its /N") }
      places[number] = (first + offset, index)
    }
    self.places = places
    (self.count, self.first) = (count, first)
  }

  /// Numbers and indices of its objects.
  var numbers: [(number: Int, index: Int)] { places.map { ($0.key, $0.value.index) } }

  /// The object `number` and its length in bytes; nil if the stream does not have it.
  package func object(
    _ number: Int, refusesRepeatedKeys: Bool = false
  ) throws(PDFError) -> (value: PDFObject, length: Int)? {
    guard let place = places[number] else { return nil }
    var parser = PDFParser(bytes, at: place.offset, limits: limits)
    parser.refusesRepeatedKeys = refusesRepeatedKeys
    let value = try parser.object()
    return (value, parser.lexer.position - place.offset)
  }

  /// The references in the object `number`; nil if the stream does not have it.
  func references(of number: Int, limits: PDFLimits) throws(PDFError) -> ReferenceScan? {
    guard let place = places[number] else { return nil }
    return try ReferenceScan(bytes, at: place.offset, end: bytes.count, limits: limits)
  }

  /// The position of an object in the stream; nil if the stream does not have it.
  package func index(of number: Int) -> Int? { places[number]?.index }

  /// Checks that the stream holds exactly the objects that `isListed` accepts, in order and without other bytes, and
  /// that no dictionary has a key twice. Otherwise readers could find other objects in it.
  package func checkStrictly(isListed: (_ number: Int, _ index: Int) -> Bool) throws(PDFError) {
    guard places.count == count else {
      throw PDFError(code: .crossReference, message: "names an object number twice")
    }
    var end = first
    for (number, place) in places.sorted(by: { $0.value.index < $1.value.index }) {
      guard isListed(number, place.index) else {
        throw PDFError(code: .crossReference, message: "holds object \(number), which is not listed to be there")
      }
      guard isSpace(from: end, to: place.offset) else {
        throw PDFError(code: .crossReference, message: "has bytes before object \(number) that belong to no object")
      }
      guard let object = try object(number, refusesRepeatedKeys: true) else { continue }
      end = place.offset + object.length
    }
    guard isSpace(from: end, to: bytes.count) else {
      throw PDFError(code: .crossReference, message: "has bytes after its last object")
    }
  }

  private func isSpace(from start: Int, to end: Int) -> Bool {
    start <= end && (start..<end).allSatisfy { ByteClass.isSpace(bytes[$0]) }
  }
}
