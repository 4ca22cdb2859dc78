/// Reads the format and size of an image file and checks that it is complete, without decoding it.
package enum ImageHeader {
  package static func read(_ bytes: [UInt8], address: String, maximumPixels: Int) throws(ResourceError) -> ImageInfo {
    let info: ImageInfo
    do throws(ImageError) {
      info = try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in try read(ByteReader(buffer)) }
    } catch {
      throw ResourceError(code: .malformed, message: error.message, address: address)
    }
    let (pixels, overflow) = info.pixelWidth.multipliedReportingOverflow(by: info.pixelHeight)
    guard !overflow, pixels <= maximumPixels else {
      throw ResourceError(
        code: .tooLarge,
        message: "The image has \(info.pixelWidth) × \(info.pixelHeight) pixels; at most \(maximumPixels) are allowed.",
        address: address)
    }
    return info
  }

  private static func read(_ file: ByteReader) throws(ImageError) -> ImageInfo {
    if file.starts(with: PNGHeader.signature) { return try PNGHeader.read(file) }
    if file.starts(with: [0xFF, 0xD8, 0xFF]) { return try JPEGHeader.read(file) }
    if file.starts(with: "GIF8") { return try GIFHeader.read(file) }
    if file.starts(with: "RIFF"), file.matches("WEBP", at: 8) { return try WebPHeader.read(file) }
    if let info = try SVGHeader.read(file) { return info }
    guard file.count > 0 else { throw ImageError("The image file is empty.") }
    throw ImageError("The file is not a PNG, JPEG, GIF, WebP or SVG image.")
  }
}

/// The reason why an image file is invalid.
struct ImageError: Error {
  var message: String
  init(_ message: String) { self.message = message }

  static func cutShort(_ format: String) -> ImageError { ImageError("The \(format) image is cut short.") }
}

/// Reads integers from a byte buffer; `nil` beyond its end.
struct ByteReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(_ offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// A part of the buffer; `nil` if it extends beyond the end.
  func slice(_ offset: Int, count: Int) -> ByteReader? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return ByteReader(UnsafeBufferPointer(rebasing: bytes[offset..<offset + count]))
  }

  func big16(_ offset: Int) -> Int? {
    guard let high = self[offset], let low = self[offset + 1] else { return nil }
    return Int(high) << 8 | Int(low)
  }
  func big32(_ offset: Int) -> Int? {
    guard let high = big16(offset), let low = big16(offset + 2) else { return nil }
    return high << 16 | low
  }
  func little16(_ offset: Int) -> Int? { big16(offset).map { $0 >> 8 | ($0 & 0xFF) << 8 } }
  func little24(_ offset: Int) -> Int? {
    guard let low = little16(offset), let high = self[offset + 2] else { return nil }
    return low | Int(high) << 16
  }
  func little32(_ offset: Int) -> Int? {
    guard let low = little16(offset), let high = little16(offset + 2) else { return nil }
    return low | high << 16
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
  func starts(with prefix: StaticString) -> Bool { matches(prefix, at: 0) }
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    text.withUTF8Buffer { text in
      guard let part = slice(offset, count: text.count) else { return false }
      return part.bytes.elementsEqual(text)
    }
  }

  /// The first index of a byte at or after `offset`.
  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    return bytes[offset...].firstIndex(of: byte)
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { body(bytes) }
}
