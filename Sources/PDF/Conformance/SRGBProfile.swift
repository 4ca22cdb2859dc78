import Glibc

/// An ICC profile of sRGB (IEC 61966-2-1), for output intents and images: a matrix profile of version 2.1
/// (ICC.1:1998-09), computed from the standard's figures.
enum SRGBProfile {
  static let bytes: [UInt8] = file()

  private static func file() -> [UInt8] {
    let curve = toneCurve()
    let tags: [(signature: String, data: [UInt8])] = [
      ("desc", description("sRGB")), ("cprt", text("No copyright, use freely")),
      ("wtpt", point(0.9642, 1, 0.8249)),
      // The primaries of sRGB, adapted to D50 by the Bradford transform.
      ("rXYZ", point(0.436_074_7, 0.222_504_5, 0.013_932_2)), ("gXYZ", point(0.385_064_9, 0.716_878_6, 0.097_104_5)),
      ("bXYZ", point(0.143_080_4, 0.060_616_9, 0.714_173_3)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = number(tags.count)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    var curveOffset: Int?
    for tag in tags {
      // The three curves are one.
      let isCurve = tag.signature.hasSuffix("TRC")
      let offset = isCurve ? curveOffset ?? start + data.count : start + data.count
      if !isCurve || curveOffset == nil {
        data += tag.data
        while !data.count.isMultiple(of: 4) { data.append(0) }
      }
      if isCurve { curveOffset = offset }
      table += Array(tag.signature.utf8) + number(offset) + number(tag.data.count)
    }
    return header(size: start + data.count) + table + data
  }

  private static func header(size: Int) -> [UInt8] {
    var header = number(size) + number(0) + [2, 0x10, 0, 0]
    header += Array("mntrRGB XYZ ".utf8)
    for part in [2026, 1, 1, 0, 0, 0] { header += short(part) }
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    // The illuminant D50.
    header += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private static func toneCurve() -> [UInt8] {
    let count = 1024
    var data = Array("curv".utf8) + number(0) + number(count)
    for index in 0..<count {
      let value = Double(index) / Double(count - 1)
      let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      data += short(Int((linear * 65535).rounded()))
    }
    return data
  }

  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + fixed(x) + fixed(y) + fixed(z)
  }

  private static func text(_ text: String) -> [UInt8] { Array("text".utf8) + number(0) + Array(text.utf8) + [0] }

  /// A description in ASCII; the Unicode and Macintosh texts are empty.
  private static func description(_ text: String) -> [UInt8] {
    Array("desc".utf8) + number(0) + number(text.utf8.count + 1) + Array(text.utf8) + [0]
      + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)
  }

  private static func number(_ value: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }
  /// s15Fixed16Number.
  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
}
