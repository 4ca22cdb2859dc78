import CZlib

/// Encodes rows of samples by PNG predictors (ISO 32000-1, 7.4.4.4) and Flate. Only the output and two rows are in
/// memory.
final class PredictedRowEncoder {
  /// zlib keeps the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private let pixelBytes: Int
  private var row: [UInt8]
  private var previous: [UInt8]
  /// The row by each of the five filters, after the number of the filter.
  private var filtered: [[UInt8]]
  private var chunk = [UInt8](repeating: 0, count: 32_768)
  private var output: [UInt8] = []
  private var hasFailed = false

  /// - Parameters:
  ///   - rowBytes: bytes of a row.
  ///   - pixelBytes: bytes of a pixel, at least 1.
  /// - Returns: nil if zlib has no memory.
  init?(rowBytes: Int, pixelBytes: Int) {
    self.pixelBytes = pixelBytes
    row = [UInt8](repeating: 0, count: rowBytes)
    previous = row
    filtered = (0..<5).map { [UInt8($0)] + [UInt8](repeating: 0, count: rowBytes) }
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, CompressionLevel.standard.rawValue, Z_DEFLATED, 15, 8, Z_FILTERED, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Adds the row that `fill` writes.
  func addRow(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    row.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { fill(base) } }
    let best = filter()
    filtered[best].withUnsafeMutableBufferPointer { deflate($0, Z_NO_FLUSH) }
    swap(&row, &previous)
  }

  /// The encoded rows; nil if zlib failed.
  func finish() -> [UInt8]? {
    var end: [UInt8] = []
    end.withUnsafeMutableBufferPointer { deflate($0, Z_FINISH) }
    return hasFailed ? nil : output
  }

  /// Filters the row, and returns the filter with the smallest sum of absolute differences (PNG, 12.8).
  private func filter() -> Int {
    var best = 0
    var least = Int.max
    // A row that is equal to the one above becomes zeros by the filter "up".
    for kind in row == previous ? 2..<3 : 0..<5 {
      let sum = filtered[kind].withUnsafeMutableBufferPointer { target in
        Self.filter(kind, row, previous, to: target, pixelBytes)
      }
      if sum < least { (best, least) = (kind, sum) }
    }
    return best
  }

  /// Writes a row as filtered by `kind` after the first byte of `target`.
  /// - Returns: the sum of the results, taken as signed numbers, without their signs.
  private static func filter(
    _ kind: Int, _ row: [UInt8], _ previous: [UInt8], to target: UnsafeMutableBufferPointer<UInt8>, _ step: Int
  ) -> Int {
    row.withUnsafeBufferPointer { row in
      previous.withUnsafeBufferPointer { previous in
        var sum = 0
        func write(_ index: Int, _ predicted: UInt8) {
          let difference = row[index] &- predicted
          target[index + 1] = difference
          sum += Int(min(difference, 0 &- difference))
        }
        for index in 0..<min(step, row.count) {
          let up = previous[index]
          write(index, kind == 0 || kind == 1 ? 0 : kind == 3 ? up / 2 : up)
        }
        guard row.count > step else { return sum }
        switch kind {
        case 0: for index in step..<row.count { write(index, 0) }
        case 1: for index in step..<row.count { write(index, row[index - step]) }
        case 2: for index in step..<row.count { write(index, previous[index]) }
        case 3:
          for index in step..<row.count { write(index, UInt8((Int(row[index - step]) + Int(previous[index])) / 2)) }
        default:
          for index in step..<row.count {
            write(index, Predictor.paeth(row[index - step], previous[index], previous[index - step]))
          }
        }
        return sum
      }
    }
  }

  private func deflate(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ flush: Int32) {
    guard !hasFailed else { return }
    guard bytes.count <= Int(UInt32.max) else {
      hasFailed = true
      return
    }
    stream.pointee.next_in = bytes.baseAddress
    stream.pointee.avail_in = UInt32(bytes.count)
    var status = Z_OK
    repeat {
      chunk.withUnsafeMutableBufferPointer { chunk in
        stream.pointee.next_out = chunk.baseAddress
        stream.pointee.avail_out = UInt32(chunk.count)
        status = CZlib.deflate(stream, flush)
        output.append(contentsOf: chunk[..<(chunk.count - Int(stream.pointee.avail_out))])
      }
      // Z_BUF_ERROR: there was nothing left to do.
      hasFailed = status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR
    } while !hasFailed && stream.pointee.avail_out == 0 && status != Z_STREAM_END
  }
}
