/// The work that an open file may still cause.
///
/// Callers may ignore the error of one object and read the next one. So each budget is checked before the work, and
/// work that fails counts, too.
struct WorkBudget {
  private let limits: PDFLimits
  /// Bytes of objects that may still be parsed.
  private var parsing: Int
  /// Decoded bytes of object streams, and of all streams, that are still allowed.
  private var objectStreams, streams: Int

  init(_ limits: PDFLimits, fileLength: Int) {
    self.limits = limits
    parsing = Self.allowance(limits.parsedBytes, 4, fileLength)
    objectStreams = limits.decodedTotal
    streams = Self.allowance(limits.decodedContents, 64, fileLength)
  }

  private static func allowance(_ base: Int, _ factor: Int, _ fileLength: Int) -> Int {
    base.addingOrNil(factor * fileLength) ?? .max
  }

  /// Whether any budget is used up, so that parts of the file were not read.
  var isExceeded: Bool { min(parsing, objectStreams, streams) < 0 }

  /// Allows as much parsing as in a file of this length that was just opened.
  mutating func renewParsing(fileLength: Int) { parsing = Self.allowance(limits.parsedBytes, 4, fileLength) }

  /// - Throws: `limit` if more bytes of objects were parsed than allowed.
  mutating func spend(parsing count: Int) throws(PDFError) {
    parsing -= count
    guard parsing >= 0 else {
      throw PDFError(
        code: .limit, message: "The file's objects refer to each other so often that reading them takes too much work.")
    }
  }

  /// - Throws: `limit` if more bytes of object streams were decoded than allowed.
  mutating func spend(objectStream count: Int) throws(PDFError) {
    objectStreams -= count
    guard objectStreams >= 0 else {
      throw PDFError(code: .limit, message: "The object streams decode to more than \(limits.decodedTotal) bytes.")
    }
  }

  /// - Throws: `limit` if more bytes of streams were decoded than allowed.
  mutating func spend(stream count: Int) throws(PDFError) {
    streams -= count
    guard streams >= 0 else {
      throw PDFError(
        code: .limit, message: "The file's streams are used so often that decoding them takes too much work.")
    }
  }
}
