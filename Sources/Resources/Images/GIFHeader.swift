/// GIF89a: a logical screen, then blocks up to the trailer. Only the first picture is rendered.
enum GIFHeader {
  static func read(_ file: ByteReader) throws(ImageError) -> ImageInfo {
    guard file.matches("7a", at: 4) || file.matches("9a", at: 4) else {
      throw ImageError("The GIF image is of an unknown version.")
    }
    guard let width = file.little16(6), let height = file.little16(8), let flags = file[10] else {
      throw .cutShort("GIF")
    }
    guard width > 0, height > 0 else { throw ImageError("The GIF image has no size.") }
    var offset = 13 + colorTableSize(flags)
    var hasPicture = false
    while true {
      switch file[offset] {
      case 0x21:  // Extension: a label, then sub-blocks.
        offset = try endOfSubBlocks(file, from: offset + 2)
      case 0x2C:  // Picture: a descriptor, a colour table, the LZW code size, then sub-blocks.
        guard let flags = file[offset + 9] else { throw .cutShort("GIF") }
        hasPicture = true
        offset = try endOfSubBlocks(file, from: offset + 10 + colorTableSize(flags) + 1)
      case 0x3B:
        guard hasPicture else { throw ImageError("The GIF image holds no picture.") }
        return ImageInfo(format: .gif, pixelWidth: width, pixelHeight: height)
      case nil: throw .cutShort("GIF")
      default: throw ImageError("The GIF image is damaged: a block is of an unknown kind.")
      }
    }
  }

  private static func colorTableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func endOfSubBlocks(_ file: ByteReader, from start: Int) throws(ImageError) -> Int {
    var offset = start
    while let size = file[offset] {
      offset += 1 + Int(size)
      if size == 0 { return offset }
    }
    throw .cutShort("GIF")
  }
}
