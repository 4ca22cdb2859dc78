/// Pixels in memory with 8 bits per channel, as image decoders produce them.
package struct PixelRows {
  /// The first pixel of the upper row.
  package let start: UnsafePointer<UInt8>
  /// The size in pixels.
  package let width, height: Int
  /// The distance between the beginnings of rows, in bytes.
  package let stride: Int
  /// Whether each pixel has an alpha channel after red, green and blue. Colours are not multiplied by it.
  package let hasAlpha: Bool
  /// Whether the image has three components even if all pixels are grey, because its profile has.
  package var keepsRGB = false

  /// - Parameter start: the first pixel of the upper row. It must stay valid as long as this value is used.
  package init(start: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, hasAlpha: Bool) {
    (self.start, self.width, self.height) = (start, width, height)
    (self.stride, self.hasAlpha) = (stride, hasAlpha)
  }

  private var channels: Int { hasAlpha ? 4 : 3 }

  /// Whether red, green and blue are equal in each pixel, and whether each pixel is opaque.
  private var properties: (isGray: Bool, isOpaque: Bool) {
    var (isGray, isOpaque) = (true, true)
    for y in 0..<height {
      guard isGray || (hasAlpha && isOpaque) else { return (isGray, isOpaque) }
      let row = start + y * stride
      for offset in Swift.stride(from: 0, to: width * channels, by: channels) {
        if row[offset] != row[offset + 1] || row[offset] != row[offset + 2] { isGray = false }
        if hasAlpha, row[offset + 3] != 255 { isOpaque = false }
      }
    }
    return (isGray, isOpaque)
  }

  /// The image for a PDF, without colours or an alpha channel that it does not need; nil if zlib fails.
  package var image: PDFImage? {
    let (hasGray, isOpaque) = properties
    let isGray = hasGray && !keepsRGB
    let components = isGray ? 1 : 3
    guard let colors = PredictedRowEncoder(rowBytes: width * components, pixelBytes: components) else { return nil }
    var mask: PredictedRowEncoder?
    if !isOpaque {
      mask = PredictedRowEncoder(rowBytes: width, pixelBytes: 1)
      guard mask != nil else { return nil }
    }
    for y in 0..<height {
      let row = start + y * stride
      colors.addRow { target in
        for x in 0..<width {
          for component in 0..<components { target[x * components + component] = row[x * channels + component] }
        }
      }
      mask?.addRow { target in
        for x in 0..<width { target[x] = row[x * channels + 3] }
      }
    }
    guard let data = colors.finish() else { return nil }
    var alpha: [UInt8]?
    if let mask {
      alpha = mask.finish()
      guard alpha != nil else { return nil }
    }
    return PDFImage(
      width: width, height: height, bitsPerComponent: 8, colorSpace: isGray ? .gray : .rgb, data: data, mask: alpha)
  }
}
