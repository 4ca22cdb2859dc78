import PDF

/// PNG files of all forms, with samples from a fixed sequence.
struct SamplePNG: CustomStringConvertible, Sendable {
  var width = 11, height = 9
  var colorType = 2
  var depth = 8
  var isInterlaced = false
  /// Colours of the palette.
  var colors = 0
  var transparency: [UInt8]?
  /// Chunks before the data.
  var more: [[UInt8]] = []

  var description: String {
    "type \(colorType), \(depth) bits, \(colors) colours" + (isInterlaced ? ", interlaced" : "")
      + (transparency.map { ", tRNS \($0)" } ?? "") + (more.isEmpty ? "" : ", \(more.count) more chunks")
  }

  var file: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk(
      "IHDR", Self.word(width) + Self.word(height) + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
    file += more.flatMap { $0 }
    if colors > 0 { file += Self.chunk("PLTE", (0..<3 * colors).map { UInt8(truncatingIfNeeded: 37 * $0 + 11) }) }
    if let transparency { file += Self.chunk("tRNS", transparency) }
    let data = rows.zlib ?? []
    // In two chunks, as encoders write long data.
    file += Self.chunk("IDAT", Array(data[..<(data.count / 2)])) + Self.chunk("IDAT", Array(data[(data.count / 2)...]))
    return file + Self.chunk("IEND", [])
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return word(data.count) + content + word(Int(content.crc32))
  }

  private static func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

  /// Values repeat often, so that transparent colours occur.
  private func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    let mixed = (x / 2 * 7 + y / 3 * 13 + channel * 5 + (x * y) % 3) * 2_654_435_761
    return mixed >> 7 & (1 << depth - 1)
  }

  /// Filtered rows, of all passes if the image is interlaced.
  private var rows: [UInt8] {
    guard isInterlaced else { return pass(x0: 0, y0: 0, dx: 1, dy: 1) }
    return [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      .flatMap { pass(x0: $0.0, y0: $0.1, dx: $0.2, dy: $0.3) }
  }

  private func pass(x0: Int, y0: Int, dx: Int, dy: Int) -> [UInt8] {
    guard x0 < width, y0 < height else { return [] }
    var output: [UInt8] = []
    var previous: [UInt8] = []
    let step = max(1, channels * depth / 8)
    for (index, y) in stride(from: y0, to: height, by: dy).enumerated() {
      var bits: [UInt8] = []
      for x in stride(from: x0, to: width, by: dx) {
        for channel in 0..<channels {
          let value = sample(x, y, channel)
          bits += (0..<depth).reversed().map { UInt8(value >> $0 & 1) }
        }
      }
      bits += Array(repeating: 0, count: (8 - bits.count % 8) % 8)
      let row = stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
      if previous.isEmpty { previous = Array(repeating: 0, count: row.count) }
      let filter = index % 5
      output.append(UInt8(filter))
      for place in row.indices {
        let left = place >= step ? Int(row[place - step]) : 0
        let up = Int(previous[place])
        let corner = place >= step ? Int(previous[place - step]) : 0
        let distances = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
        let nearest =
          distances[0] <= distances[1] && distances[0] <= distances[2]
          ? left
          : distances[1] <= distances[2] ? up : corner
        let predicted = [0, left, up, (left + up) / 2, nearest][filter]
        output.append(row[place] &- UInt8(predicted))
      }
      previous = row
    }
    return output
  }
}
