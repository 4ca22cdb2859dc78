/// PNG interlacing (W3C, Portable Network Graphics, second edition, 8.2): seven passes, each with the pixels of some
/// columns and rows.
enum Adam7 {
  private struct Pass {
    /// Position of the first pixel, and distances between pixels.
    let x, y, stepX, stepY: Int
  }

  private static let passes = [
    Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8), Pass(x: 0, y: 4, stepX: 4, stepY: 8),
    Pass(x: 2, y: 0, stepX: 4, stepY: 4), Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
    Pass(x: 0, y: 1, stepX: 1, stepY: 2),
  ]

  /// The rows of the image, each preceded by filter type 0; nil if pixels are missing.
  ///
  /// - Parameters:
  ///   - data: the passes in order, each row preceded by its filter type.
  ///   - pixelBits: 1, 2, 4 or a multiple of 8.
  ///   - unfiltered: reverses the filters of a pass with the given number of columns.
  static func rows(
    _ data: [UInt8], width: Int, height: Int, pixelBits: Int, unfiltered: (_ pass: [UInt8], _ columns: Int) -> [UInt8]?
  ) -> [UInt8]? {
    let rowBytes = (width * pixelBits + 7) / 8
    var rows = [UInt8](repeating: 0, count: height * (1 + rowBytes))
    var position = 0
    for pass in passes where pass.x < width && pass.y < height {
      let columns = (width - pass.x - 1) / pass.stepX + 1
      let lines = (height - pass.y - 1) / pass.stepY + 1
      let lineBytes = (columns * pixelBits + 7) / 8
      let end = position + lines * (1 + lineBytes)
      guard end <= data.count, let pixels = unfiltered(Array(data[position..<end]), columns),
        pixels.count == lines * lineBytes
      else { return nil }
      position = end
      for line in 0..<lines {
        let source = line * lineBytes * 8
        let target = ((pass.y + line * pass.stepY) * (1 + rowBytes) + 1) * 8
        for column in 0..<columns {
          copy(
            pixelBits, from: pixels, at: source + column * pixelBits, to: &rows,
            at: target + (pass.x + column * pass.stepX) * pixelBits)
        }
      }
    }
    return rows
  }

  /// Copies a pixel. Offsets are in bits. A pixel of less than a byte does not cross a byte boundary.
  private static func copy(_ count: Int, from source: [UInt8], at place: Int, to rows: inout [UInt8], at target: Int) {
    guard count < 8 else {
      for byte in 0..<count / 8 { rows[target / 8 + byte] = source[place / 8 + byte] }
      return
    }
    let pixel = source[place / 8] >> UInt8(8 - count - place % 8) & (1 << UInt8(count) - 1)
    rows[target / 8] |= pixel << UInt8(8 - count - target % 8)
  }
}
