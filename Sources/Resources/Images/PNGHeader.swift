/// PNG (ISO/IEC 15948): the signature, then chunks of length, type, data and CRC, from IHDR to IEND.
enum PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func read(_ file: ByteReader) throws(ImageError) -> ImageInfo {
    var offset = signature.count
    var info: ImageInfo?
    var needsPalette = false
    var hasData = false
    var exif = EXIF()
    while true {
      guard let length = file.big32(offset), let typeAndData = file.slice(offset + 4, count: 4 + length),
        let crc = file.big32(offset + 8 + length)
      else { throw .cutShort("PNG") }
      guard CRC32.of(typeAndData) == UInt32(crc) else {
        throw ImageError("The PNG image is damaged: a checksum is wrong.")
      }
      if info == nil {
        (info, needsPalette) = try header(typeAndData)
      } else if typeAndData.starts(with: "PLTE") {
        needsPalette = false
      } else if typeAndData.starts(with: "pHYs") {
        info?.resolution = resolution(typeAndData)
      } else if typeAndData.starts(with: "eXIf"), let tiff = typeAndData.slice(4, count: length) {
        exif.read(tiff)
      } else if typeAndData.starts(with: "IDAT") {
        hasData = true
      } else if typeAndData.starts(with: "IEND") {
        break
      }
      offset += 12 + length
    }
    guard var info, hasData, !needsPalette else { throw ImageError("The PNG image lacks a part it needs.") }
    if info.resolution == nil { info.resolution = exif.resolution }
    return info
  }

  /// §11.2.2: width, height, bit depth and colour type in a combination that is allowed.
  private static func header(_ chunk: ByteReader) throws(ImageError) -> (ImageInfo, needsPalette: Bool) {
    guard chunk.starts(with: "IHDR"), chunk.count == 4 + 13, let width = chunk.big32(4), let height = chunk.big32(8),
      let depth = chunk[12], let colorType = chunk[13], let compression = chunk[14], let filter = chunk[15],
      let interlace = chunk[16]
    else { throw ImageError("The PNG image does not begin with its header.") }
    let depths: [UInt8] =
      switch colorType {
      case 0: [1, 2, 4, 8, 16]
      case 3: [1, 2, 4, 8]
      case 2, 4, 6: [8, 16]
      default: []
      }
    guard depths.contains(depth), compression == 0, filter == 0, interlace <= 1, 1..<1 << 31 ~= width,
      1..<1 << 31 ~= height
    else { throw ImageError("The PNG image's header is not valid.") }
    return (ImageInfo(format: .png, pixelWidth: width, pixelHeight: height), colorType == 3)
  }

  /// §11.3.5.3: pixels per unit in both directions, and whether the unit is the metre.
  private static func resolution(_ chunk: ByteReader) -> ImageInfo.Resolution? {
    guard let x = chunk.big32(4), let y = chunk.big32(8), chunk[12] == 1 else { return nil }
    return ImageInfo.Resolution(pixelsPerMeter: x, y)
  }
}

/// The CRC of PNG (ISO/IEC 15948 annex D).
enum CRC32 {
  static func of(_ data: ByteReader) -> UInt32 {
    data.withBytes { bytes in
      table.withUnsafeBufferPointer { table in
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
        return ~crc
      }
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    return value
  }
}
