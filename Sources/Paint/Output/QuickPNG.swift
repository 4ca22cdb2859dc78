import CPango
import PDF

/// PNG files (ISO/IEC 15948) that are written in less time than Cairo's and are larger: rows are not filtered, and zlib
/// makes the least effort. For pictures that are looked at once.
enum QuickPNG {
  /// - Parameter surface: an image surface of the format RGB24.
  /// - Returns: nil if the surface is not usable or zlib fails.
  static func file(of surface: OpaquePointer) -> [UInt8]? {
    cairo_surface_flush(surface)
    guard let pixels = cairo_image_surface_get_data(surface) else { return nil }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let size = height * (1 + 3 * width)
    let rows = [UInt8](unsafeUninitializedCapacity: size) { rows, count in
      guard let start = rows.baseAddress else { return }
      pressrun_pack_rgb(pixels, stride, width, height, start)
      count = size
    }
    guard let data = rows.deflated(.fast) else { return nil }
    // Eight bits for each of red, green and blue; no interlacing.
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
    let content = Array("\(type)".utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(content.crc32)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
