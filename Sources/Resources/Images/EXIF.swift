/// The EXIF data that determine how an image is displayed (CIPA DC-008 §4.6.4).
struct EXIF {
  var orientation: ImageInfo.Orientation?
  /// The resolution of the stored image.
  var resolution: ImageInfo.Resolution?

  /// Reads the first directory of a TIFF structure. Data that are not valid change nothing.
  mutating func read(_ tiff: ByteReader) {
    let isLittle = tiff.starts(with: "II")
    guard isLittle || tiff.starts(with: "MM") else { return }
    func read16(_ offset: Int) -> Int? { isLittle ? tiff.little16(offset) : tiff.big16(offset) }
    func read32(_ offset: Int) -> Int? { isLittle ? tiff.little32(offset) : tiff.big32(offset) }
    /// The value of an entry of one rational number.
    func rational(_ entry: Int) -> Double? {
      guard read16(entry + 2) == 5, read32(entry + 4) == 1, let offset = read32(entry + 8),
        let numerator = read32(offset), let denominator = read32(offset + 4), denominator > 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    }

    guard read16(2) == 42, let directory = read32(4), let entries = read16(directory) else { return }
    var (x, y): (Double?, Double?)
    var unit = 2
    for index in 0..<entries {
      let entry = directory + 2 + 12 * index
      guard let tag = read16(entry) else { break }
      let short = read16(entry + 2) == 3 ? read16(entry + 8) : nil
      switch tag {
      case 0x0112:
        orientation = short.flatMap(UInt8.init(exactly:)).flatMap(ImageInfo.Orientation.init(rawValue:)) ?? orientation
      case 0x011A: x = rational(entry)
      case 0x011B: y = rational(entry)
      case 0x0128: unit = short ?? unit
      default: break
      }
    }
    // Inches or centimetres.
    guard let x, let y, unit == 2 || unit == 3 else { return }
    let factor = unit == 3 ? 2.54 : 1
    resolution = ImageInfo.Resolution(pixelsPerInch: x * factor, y * factor) ?? resolution
  }
}
