/// WebP (RFC 9649): a RIFF file whose first chunk has the canvas size.
enum WebPHeader {
  static func read(_ file: ByteReader) throws(ImageError) -> ImageInfo {
    guard let size = file.little32(4), let body = file.slice(8, count: size) else { throw .cutShort("WebP") }
    var offset = 4
    var canvas: (width: Int, height: Int)?
    var hasPicture = false
    while offset < body.count {
      guard let length = body.little32(offset + 4), let data = body.slice(offset + 8, count: length) else {
        throw .cutShort("WebP")
      }
      if body.matches("VP8X", at: offset) {
        if canvas == nil { canvas = try extended(data) }
      } else if body.matches("VP8 ", at: offset) {
        if canvas == nil { canvas = try lossy(data) }
        hasPicture = true
      } else if body.matches("VP8L", at: offset) {
        if canvas == nil { canvas = try lossless(data) }
        hasPicture = true
      } else if body.matches("ANMF", at: offset) {
        hasPicture = true
      }
      offset += 8 + length + length & 1
    }
    guard let canvas, hasPicture, canvas.width > 0, canvas.height > 0 else {
      throw ImageError("The WebP image lacks a part it needs.")
    }
    return ImageInfo(format: .webp, pixelWidth: canvas.width, pixelHeight: canvas.height)
  }

  /// §2.7.1: 24-bit width and height, each minus one.
  private static func extended(_ data: ByteReader) throws(ImageError) -> (width: Int, height: Int) {
    guard let width = data.little24(4), let height = data.little24(7) else { throw .cutShort("WebP") }
    return (width + 1, height + 1)
  }

  /// RFC 6386 §9.1: the start code of a key frame, then 14-bit sizes with two upper bits of scaling.
  private static func lossy(_ data: ByteReader) throws(ImageError) -> (width: Int, height: Int) {
    guard let tag = data[0], tag & 1 == 0, data[3] == 0x9D, data[4] == 0x01, data[5] == 0x2A,
      let width = data.little16(6), let height = data.little16(8)
    else { throw ImageError("The WebP image's frame header is not valid.") }
    return (width & 0x3FFF, height & 0x3FFF)
  }

  /// RFC 9649 §3.4: the signature byte, then 14-bit sizes, each minus one.
  private static func lossless(_ data: ByteReader) throws(ImageError) -> (width: Int, height: Int) {
    guard data[0] == 0x2F, let bits = data.little32(1), bits >> 29 == 0 else {
      throw ImageError("The WebP image's frame header is not valid.")
    }
    return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
  }
}
