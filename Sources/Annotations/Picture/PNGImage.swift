import PDF

/// A PNG (W3C, Portable Network Graphics, second edition), as far as needed for embedding in a PDF.
struct PNGImage {
  private enum Kind: UInt8 {
    case gray = 0
    case rgb = 2
    case indexed = 3
    case grayAlpha = 4
    case rgbAlpha = 6
  }

  private var width = 0, height = 0, bits = 0
  private var kind = Kind.gray
  private var palette: [UInt8] = []
  /// `tRNS`
  private var transparency: [UInt8]?
  /// The concatenated `IDAT` chunks: one zlib stream.
  private var data: [UInt8] = []

  /// Maximum size of the decompressed pixels in bytes.
  private static let limit = 64 << 20

  /// Fails if the bytes are not a PNG, or damaged.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    var index = 8
    var hasHeader = false
    var isInterlaced = false
    while index + 12 <= bytes.count {
      let length = number(index)
      let start = index + 8
      guard length <= bytes.count - index - 12 else { return nil }
      switch String(decoding: bytes[index + 4..<start], as: UTF8.self) {
      case "IHDR":
        guard length == 13, let kind = Kind(rawValue: bytes[start + 9]), bytes[start + 12] <= 1 else { return nil }
        isInterlaced = bytes[start + 12] == 1
        (width, height, bits, self.kind) = (number(start), number(start + 4), Int(bytes[start + 8]), kind)
        hasHeader = true
      case "PLTE": palette = Array(bytes[start..<start + length])
      case "tRNS": transparency = Array(bytes[start..<start + length])
      case "IDAT": data += bytes[start..<start + length]
      default: break
      }
      index += length + 12
    }
    guard hasHeader, [1, 2, 4, 8, 16].contains(bits), (1...30_000).contains(width), (1...30_000).contains(height),
      !data.isEmpty
    else { return nil }
    if isInterlaced {
      guard let rows = deinterlaced() else { return nil }
      data = rows
    }
  }

  var picture: StampPicture? {
    switch kind {
    case .gray: opaque(.name("DeviceGray"))
    case .rgb: opaque(.name("DeviceRGB"))
    case .indexed: indexed
    case .grayAlpha, .rgbAlpha: separated
    }
  }

  /// The data without interlacing; nil if damaged or too large.
  private func deinterlaced() -> [UInt8]? {
    let pixelBits = bits * channels
    let rowBytes = (width * pixelBits + 7) / 8
    guard [1, 2, 4].contains(pixelBits) || pixelBits.isMultiple(of: 8), rowBytes * height <= Self.limit else {
      return nil
    }
    var limits = PDFLimits()
    // None of the seven passes has more rows than the image.
    limits.decodedStream = Self.limit + 7 * (height + rowBytes)
    let stream = PDFStream(dictionary: ["Filter": .name("FlateDecode")], data: data)
    guard let packed = try? stream.decoded(limits: limits),
      let rows = Adam7.rows(
        packed, width: width, height: height, pixelBits: pixelBits,
        unfiltered: { pass, columns in
          try? Predictor([
            "Predictor": .integer(15), "Colors": .integer(channels), "BitsPerComponent": .integer(bits),
            "Columns": .integer(columns),
          ]).undo(pass)
        })
    else { return nil }
    return rows.zlib
  }

  private var channels: Int {
    switch kind {
    case .gray, .indexed: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgbAlpha: 4
    }
  }

  /// Decode parameters of the data.
  private var parameters: PDFObject {
    .dictionary([
      "Predictor": .integer(15), "Colors": .integer(channels), "BitsPerComponent": .integer(bits),
      "Columns": .integer(width),
    ])
  }

  private func opaque(_ space: PDFObject) -> StampPicture? {
    var picture = StampPicture.image(data, width, height, bits: bits, space, "FlateDecode")
    picture?.image.dictionary["DecodeParms"] = parameters
    // A transparent colour, two bytes per channel.
    if let key = transparency, key.count == channels * 2 {
      let colors = stride(from: 0, to: key.count, by: 2).map { Int(key[$0]) << 8 | Int(key[$0 + 1]) }
      picture?.image.dictionary["Mask"] = .array(colors.flatMap { [.integer($0), .integer($0)] })
    }
    return picture
  }

  private var indexed: StampPicture? {
    guard !palette.isEmpty, palette.count % 3 == 0, palette.count <= 768, bits <= 8 else { return nil }
    var picture = opaque(
      .array([.name("Indexed"), .name("DeviceRGB"), .integer(palette.count / 3 - 1), .string(palette)]))
    guard let transparency else { return picture }
    picture?.image.dictionary["Mask"] = .null
    guard let rows = unpacked(rowBytes: (width * bits + 7) / 8) else { return nil }
    var alpha: [UInt8] = []
    alpha.reserveCapacity(width * height)
    let rowBytes = (width * bits + 7) / 8
    for y in 0..<height {
      for x in 0..<width {
        let bit = x * bits
        let index = Int(rows[y * rowBytes + bit / 8]) >> (8 - bits - bit % 8) & (1 << bits - 1)
        alpha.append(index < transparency.count ? transparency[index] : 255)
      }
    }
    picture?.mask = mask(alpha, bits: 8)
    return picture
  }

  /// Colour and alpha channels, which PDF stores separately.
  private var separated: StampPicture? {
    let sample = bits / 8
    guard bits >= 8, let rows = unpacked(rowBytes: width * channels * sample) else { return nil }
    let (pixel, color) = (channels * sample, (channels - 1) * sample)
    var colors: [UInt8] = []
    var alpha: [UInt8] = []
    colors.reserveCapacity(width * height * color)
    alpha.reserveCapacity(width * height * sample)
    for start in stride(from: 0, to: width * height * pixel, by: pixel) {
      colors += rows[start..<start + color]
      alpha += rows[start + color..<start + pixel]
    }
    var picture = StampPicture.image(
      colors, width, height, bits: bits, .name(kind == .rgbAlpha ? "DeviceRGB" : "DeviceGray"), nil)
    picture?.mask = mask(alpha, bits: bits)
    return picture
  }

  private func mask(_ alpha: [UInt8], bits: Int) -> PDFStream? {
    StampPicture.image(alpha, width, height, bits: bits, .name("DeviceGray"), nil)?.image
  }

  /// The decompressed pixels in rows; nil if damaged or too large.
  private func unpacked(rowBytes: Int) -> [UInt8]? {
    guard rowBytes * height <= Self.limit, width * height <= Self.limit else { return nil }
    var limits = PDFLimits()
    limits.decodedStream = Self.limit + height
    let stream = PDFStream(dictionary: ["Filter": .name("FlateDecode"), "DecodeParms": parameters], data: data)
    guard let rows = try? stream.decoded(limits: limits), rows.count >= rowBytes * height else { return nil }
    return rows
  }
}
