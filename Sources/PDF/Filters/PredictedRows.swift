/// Rows of bytes after PNG's predictor Up (ISO 32000-1, 7.4.4.4): each byte less the one above it. It suits tables of
/// numbers, whose neighbouring rows differ little.
struct PredictedRows {
  let bytes: [UInt8]
  private let width: Int

  /// - Parameters:
  ///   - rows: whole rows.
  ///   - width: bytes in a row, above 0.
  init(_ rows: [UInt8], width: Int) {
    self.width = width
    let count = rows.count / width
    bytes = [UInt8](unsafeUninitializedCapacity: count * (width + 1)) { buffer, initialized in
      rows.withUnsafeBufferPointer { rows in
        guard var target = buffer.baseAddress, var row = rows.baseAddress else { return }
        for index in 0..<count {
          target[0] = 2
          target += 1
          if index == 0 {
            // The row above the first one is 0.
            target.initialize(from: row, count: width)
          } else {
            let above = row - width
            for column in 0..<width { target[column] = row[column] &- above[column] }
          }
          target += width
          row += width
        }
      }
      initialized = count * (width + 1)
    }
  }

  /// A zlib stream of the rows, many of which repeat earlier ones.
  var deflated: [UInt8] {
    DeflateBlock.zlibStream(of: RepeatedRows.tokens(of: bytes, stride: width + 1), for: bytes)
  }

  /// `/DecodeParms` of a stream of the rows.
  var parameters: PDFObject { .dictionary(["Predictor": .integer(12), "Columns": .integer(width)]) }
}
