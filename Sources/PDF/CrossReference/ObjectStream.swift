/// A decoded object stream (ISO 32000-1, 7.5.7).
package struct ObjectStream {
  let bytes: PDFBytes
  /// By object number its offset and index.
  private let places: [Int: (offset: Int, index: Int)]
  private let limits: PDFLimits

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
  }

  /// The object `number` and its length in bytes; nil if the stream does not have it.
  package func object(_ number: Int) throws(PDFError) -> (value: PDFObject, length: Int)? {
    guard let place = places[number] else { return nil }
    var parser = PDFParser(bytes, at: place.offset, limits: limits)
    let value = try parser.object()
    return (value, parser.lexer.position - place.offset)
  }

  package func index(of number: Int) -> Int? { places[number]?.index }
}
