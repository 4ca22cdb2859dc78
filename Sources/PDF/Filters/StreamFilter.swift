/// The standard filters for arbitrary data (ISO 32000-1, 7.4).
enum StreamFilter {
  case asciiHex, ascii85, lzw, flate, runLength

  init?(_ name: PDFName) {
    switch name {
    case "ASCIIHexDecode", "AHx": self = .asciiHex
    case "ASCII85Decode", "A85": self = .ascii85
    case "LZWDecode", "LZW": self = .lzw
    case "FlateDecode", "Fl": self = .flate
    case "RunLengthDecode", "RL": self = .runLength
    default: return nil
    }
  }

  /// - Throws: `limit` if the decoded data would exceed `limit` bytes; `stream` if the data are damaged.
  func decode(_ data: [UInt8], parameters: PDFDictionary, limit: Int) throws(PDFError) -> [UInt8] {
    switch self {
    case .asciiHex: return try ASCIIFilter.hexadecimal(data)
    case .ascii85: return try ASCIIFilter.base85(data, limit: limit)
    case .runLength: return try RunLengthFilter.decode(data, limit: limit)
    case .flate: return try Predictor(parameters).undo(FlateFilter.decode(data, limit: limit))
    case .lzw:
      let early = parameters["EarlyChange"].integer ?? 1
      return try Predictor(parameters).undo(LZWFilter.decode(data, early: early != 0, limit: limit))
    }
  }

  static func failure(_ message: String) -> PDFError { PDFError(code: .stream, message: message) }

  static func tooLong(_ limit: Int) -> PDFError {
    PDFError(code: .limit, message: "A stream decodes to more than \(limit) bytes.")
  }
}
