/// Builds small ICC profiles (ICC.1:2001-04).
package struct ProfileSample {
  package var version: UInt8 = 2
  package var profileClass = "prtr"
  package var space = "CMYK"
  package var connectionSpace = "Lab "
  /// Signatures and contents of the tags.
  package var tags: [(signature: String, content: [UInt8])] = []

  package init() {}

  package var bytes: [UInt8] {
    var table = long(tags.count)
    var data: [UInt8] = []
    let start = 132 + 12 * tags.count
    for tag in tags {
      table += Array(tag.signature.utf8) + long(start + data.count) + long(tag.content.count)
      data += tag.content
      while !data.count.isMultiple(of: 4) { data.append(0) }
    }
    var header = long(start + data.count) + long(0) + [version, 0x20, 0, 0]
    header += Array((profileClass + space + connectionSpace).utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  /// Of inks that are as pure as the colours of a screen: a table of the colours of full inks.
  /// - Parameter version: 2 or 4.
  package static func cmyk(version: UInt8 = 2) -> [UInt8] {
    // Lab of white, yellow, magenta, red, cyan, green, blue and black.
    let colors: [(Double, Double, Double)] = [
      (100, 0, 0), (97.61, -15.75, 93.39), (60.17, 93.54, -60.5), (54.29, 80.81, 69.89), (90.67, -50.66, -14.96),
      (87.82, -79.27, 80.99), (29.57, 68.3, -112.03), (0, 0, 0),
    ]
    var table: [UInt8] = []
    for color in colors {
      for black in [color, (0, 0, 0)] {
        table += short(black.0 / 100 * 0xFF00) + short((black.1 + 128) * 256) + short((black.2 + 128) * 256)
      }
    }
    var content = Array("mft2".utf8) + long(0) + [4, 3, 2, 0]
    for index in 0..<9 { content += fixed(index.isMultiple(of: 4) ? 1 : 0) }
    content += short(2) + short(2)
    let line = short(0) + short(0xFFFF)
    for _ in 0..<4 { content += line }
    content += table
    for _ in 0..<3 { content += line }
    var profile = ProfileSample()
    profile.version = version
    profile.tags = common + [("A2B0", content)]
    return profile.bytes
  }

  /// Of the primaries of sRGB, or with red and green exchanged.
  package static func rgb(_ name: String, exchanged: Bool = false) -> [UInt8] {
    var profile = ProfileSample()
    (profile.profileClass, profile.space, profile.connectionSpace) = ("mntr", "RGB ", "XYZ ")
    let red = point(0.4361, 0.2225, 0.0139)
    let green = point(0.3851, 0.7169, 0.0971)
    profile.tags =
      [("desc", description(name)), ("cprt", text), ("wtpt", point(0.9642, 1, 0.8249))]
      + [("rXYZ", exchanged ? green : red), ("gXYZ", exchanged ? red : green), ("bXYZ", point(0.1431, 0.0606, 0.7141))]
      + ["rTRC", "gTRC", "bTRC"].map { ($0, gamma) }
    return profile.bytes
  }

  package static func gray(curve: [UInt8]? = nil, connectionSpace: String = "XYZ ") -> [UInt8] {
    var profile = ProfileSample()
    (profile.profileClass, profile.space, profile.connectionSpace) = ("mntr", "GRAY", connectionSpace)
    profile.tags = common + [("kTRC", curve ?? gamma)]
    return profile.bytes
  }

  /// Of the primaries of sRGB, with a curve.
  /// - Parameter curve: the content of its tag.
  package static func rgb(curve: [UInt8], connectionSpace: String = "XYZ ") -> [UInt8] {
    var profile = ProfileSample()
    (profile.profileClass, profile.space, profile.connectionSpace) = ("mntr", "RGB ", connectionSpace)
    profile.tags =
      [("desc", description("Sample")), ("rXYZ", point(0.4361, 0.2225, 0.0139))]
      + [("gXYZ", point(0.3851, 0.7169, 0.0971)), ("bXYZ", point(0.1431, 0.0606, 0.7141))]
      + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    return profile.bytes
  }

  /// A curve of a function (ICC.1:2010, 10.15).
  package static func curve(function: Int, _ parameters: [Double]) -> [UInt8] {
    Array("para".utf8) + long(0) + [0, UInt8(function), 0, 0] + parameters.flatMap(fixed)
  }

  /// A curve of values at equal distances, from 0 to 1.
  package static func curve(table: [Double]) -> [UInt8] {
    Array("curv".utf8) + long(0) + long(table.count) + table.flatMap { short($0 * 65_535) }
  }

  /// A curve of a power.
  package static func curve(gamma: Double) -> [UInt8] {
    Array("curv".utf8) + long(0) + long(1) + short(gamma * 256)
  }

  private static let common = [
    ("desc", description("Sample")), ("cprt", text), ("wtpt", point(0.9642, 1, 0.8249)),
  ]
  private static let text = Array("text".utf8) + long(0) + Array("None".utf8) + [0]
  /// A power of 2.2.
  private static let gamma = Array("curv".utf8) + long(0) + long(1) + [2, 0x33]

  private static func description(_ text: String) -> [UInt8] {
    Array("desc".utf8) + long(0) + long(text.utf8.count + 1) + Array(text.utf8) + [0]
      + [UInt8](repeating: 0, count: 78)
  }

  private static func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + long(0) + fixed(x) + fixed(y) + fixed(z)
  }
}

private func long(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
private func short(_ value: Double) -> [UInt8] {
  let number = Int(min(max(value, 0), 65535).rounded())
  return [UInt8(number >> 8), UInt8(number & 255)]
}
private func fixed(_ value: Double) -> [UInt8] { long(Int((value * 65536).rounded())) }
