/// The conversion of colours of a profile to sRGB, by its curves and primaries (ICC.1:2010, F.2 and F.3).
package struct ICCConversion: Sendable {
  /// The linear amount of each of 256 samples, by component.
  private var curves: [[Float]] = []
  /// From linear components to those of sRGB, row by row.
  private var matrix: [Float] = []

  /// Fails for profiles that have only tables of colours, as those of inks, or unusual curves.
  package init?(_ profile: ICCProfile) {
    let isRead = profile.bytes.withUnsafeBufferPointer { read(ByteReader($0), components: profile.components) }
    guard isRead else { return nil }
  }

  private mutating func read(_ profile: ByteReader, components: Int) -> Bool {
    guard let tags = try? ICCProfile.tags(of: profile) else { return false }
    let names: [StaticString] = components == 1 ? ["kTRC"] : components == 3 ? ["rTRC", "gTRC", "bTRC"] : []
    curves = names.compactMap { tags[ICCProfile.signature($0)].flatMap(ICCCurve.init)?.samples }
    guard !curves.isEmpty, curves.count == names.count else { return false }
    let isLab = profile.matches("Lab ", at: 20)
    guard components == 3 else {
      if isLab { curves = curves.map { $0.map(Self.luminance) } }
      return true
    }
    // Primaries are of XYZ.
    guard !isLab else { return false }
    let primaries = (["rXYZ", "gXYZ", "bXYZ"] as [StaticString]).compactMap { name in
      tags[ICCProfile.signature(name)].flatMap(Self.point)
    }
    guard primaries.count == 3 else { return false }
    matrix = Self.fromXYZ.flatMap { row in
      primaries.map { point in Float(row[0] * point[0] + row[1] * point[1] + row[2] * point[2]) }
    }
    return true
  }

  /// From XYZ with the white point D50 to linear sRGB.
  private static let fromXYZ = [
    [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540], [0.0719453, -0.2289914, 1.4052427],
  ]

  /// The luminance Y of a lightness L* from 0 to 1 (F.2, CIE 15).
  private static func luminance(_ lightness: Float) -> Float {
    let root = (lightness * 100 + 16) / 116
    return lightness > 0.08 ? root * root * root : lightness * 100 / 903.3
  }

  private static func point(_ tag: ByteReader) -> [Double]? {
    guard tag.matches("XYZ ", at: 0), let x = tag.fixed(8), let y = tag.fixed(12), let z = tag.fixed(16) else {
      return nil
    }
    return [x, y, z]
  }

  /// The colour in sRGB; of a profile of grey, `red` is the amount.
  package func convert(red: UInt8, green: UInt8, blue: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
    if matrix.isEmpty {
      let gray = Self.encoded(curves[0][Int(red)])
      return (gray, gray, gray)
    }
    let (r, g, b) = (curves[0][Int(red)], curves[1][Int(green)], curves[2][Int(blue)])
    return (
      Self.encoded(matrix[0] * r + matrix[1] * g + matrix[2] * b),
      Self.encoded(matrix[3] * r + matrix[4] * g + matrix[5] * b),
      Self.encoded(matrix[6] * r + matrix[7] * g + matrix[8] * b)
    )
  }

  private static func encoded(_ linear: Float) -> UInt8 {
    transfer[Int((min(max(linear, 0), 1) * Float(transfer.count - 1)).rounded())]
  }

  /// The samples of sRGB (IEC 61966-2-1) of linear amounts from 0 to 1.
  private static let transfer: [UInt8] = (0..<16_384).map { index in
    let linear = Double(index) / 16_383
    let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * ICCCurve.power(linear, 1 / 2.4) - 0.055
    return UInt8((encoded * 255).rounded())
  }
}
