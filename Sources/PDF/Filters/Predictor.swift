/// The predictor functions of Flate and LZW (ISO 32000-1, 7.4.4.4).
package struct Predictor {
  private let kind: Int
  private let colors: Int
  private let bits: Int
  private let columns: Int

  /// - Parameter parameters: the stream's `/DecodeParms`.
  /// - Throws: `stream` if the parameters are invalid.
  package init(_ parameters: PDFDictionary) throws(PDFError) {
    kind = parameters["Predictor"].integer ?? 1
    colors = parameters["Colors"].integer ?? 1
    bits = parameters["BitsPerComponent"].integer ?? 8
    columns = parameters["Columns"].integer ?? 1
    guard kind == 1 || kind == 2 || (10...15).contains(kind) else {
      throw StreamFilter.failure("Predictor \(kind) does not exist.")
    }
    guard (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bits), (1...(1 << 24)).contains(columns) else {
      throw StreamFilter.failure("The predictor has \(colors) colours of \(bits) bits in \(columns) columns.")
    }
  }

  /// The bytes before prediction.
  /// - Throws: `stream` for a row with an unknown filter.
  package func undo(_ data: [UInt8]) throws(PDFError) -> [UInt8] {
    switch kind {
    case 1: data
    case 2: undoTIFF(data)
    default: try undoPNG(data)
    }
  }

  private var rowBytes: Int { (colors * bits * columns + 7) / 8 }
  private var pixelBytes: Int { max(1, colors * bits / 8) }

  /// PNG specification, 9: each row begins with the number of its filter. The last row may be short.
  private func undoPNG(_ data: [UInt8]) throws(PDFError) -> [UInt8] {
    // The parameters may claim rows of a gigabyte.
    let width = min(rowBytes, data.count)
    let step = pixelBytes
    var output: [UInt8] = []
    output.reserveCapacity(data.count)
    var previous = [UInt8](repeating: 0, count: width)
    var row = previous
    var position = 0
    while position < data.count {
      let filter = data[position]
      position += 1
      guard filter <= 4 else { throw StreamFilter.failure("PNG filter \(filter) does not exist.") }
      let count = min(width, data.count - position)
      row.withUnsafeMutableBufferPointer { row in
        previous.withUnsafeBufferPointer { previous in
          guard let row = row.baseAddress, let previous = previous.baseAddress else { return }
          for index in 0..<count { row[index] = data[position + index] }
          Predictor.undo(filter: filter, of: row, previous, count: count, step: step)
        }
      }
      output += row[..<count]
      position += count
      swap(&row, &previous)
    }
    return output
  }

  /// Undoes one of the PNG filters 0 to 4 in place.
  /// - Parameters:
  ///   - row: `count` filtered bytes; `previous` has as many of the row above.
  ///   - step: bytes of a pixel, at least 1.
  static func undo(
    filter: UInt8, of row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, count: Int, step: Int
  ) {
    let first = min(step, count)
    switch filter {
    case 1: for index in first..<count { row[index] &+= row[index - step] }
    case 2: for index in 0..<count { row[index] &+= previous[index] }
    case 3:
      for index in 0..<first { row[index] &+= previous[index] / 2 }
      for index in first..<count { row[index] &+= UInt8((Int(row[index - step]) + Int(previous[index])) / 2) }
    case 4:
      for index in 0..<first { row[index] &+= previous[index] }
      for index in first..<count {
        row[index] &+= paeth(row[index - step], previous[index], previous[index - step])
      }
    default: break
    }
  }

  static func paeth(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
    let estimate = Int(a) + Int(b) - Int(c)
    let (da, db, dc) = (abs(estimate - Int(a)), abs(estimate - Int(b)), abs(estimate - Int(c)))
    return da <= db && da <= dc ? a : db <= dc ? b : c
  }

  /// TIFF 6.0, section 14: each component is the difference from the component of the pixel to the left.
  private func undoTIFF(_ data: [UInt8]) -> [UInt8] {
    var output = data
    let width = rowBytes
    for start in stride(from: 0, to: data.count, by: width) {
      let end = min(start + width, data.count)
      switch bits {
      case 8:
        for index in start..<end where index - start >= colors { output[index] &+= output[index - colors] }
      case 16:
        for index in stride(from: start + 2 * colors, to: end - 1, by: 2) {
          let left = UInt16(output[index - 2 * colors]) << 8 | UInt16(output[index - 2 * colors + 1])
          let sum = (UInt16(output[index]) << 8 | UInt16(output[index + 1])) &+ left
          output[index] = UInt8(sum >> 8)
          output[index + 1] = UInt8(sum & 0xFF)
        }
      default:
        var left = [UInt8](repeating: 0, count: colors)
        let mask = UInt8((1 << bits) - 1)
        for component in 0..<(end - start) * 8 / bits {
          let byte = start + component * bits / 8
          let shift = 8 - bits - component * bits % 8
          let sum = ((output[byte] >> shift) &+ left[component % colors]) & mask
          left[component % colors] = sum
          output[byte] = output[byte] & ~(mask << shift) | sum << shift
        }
      }
    }
    return output
  }
}
