extension PDFImage {
  /// A PNG file. The encoded rows of an image without alpha channel are copied.
  /// - Parameter png: a file with correct checksums, which are not checked here.
  /// - Returns: nil for interlaced images, images with 16 bits per channel, and files that violate the specification.
  package init?(png: [UInt8]) {
    guard let file = PNGFile(png), !file.isInterlaced, file.depth <= 8 else { return nil }
    let image: PDFImage? =
      switch file.colorType {
      case .gray, .rgb, .indexed: PDFImage(copying: file)
      case .grayAlpha, .rgbAlpha: PDFImage(separating: file)
      }
    guard let image else { return nil }
    self = image
  }

  /// An image without alpha channel.
  private init?(copying file: PNGFile) {
    var mask: [UInt8]?
    if let alpha = AlphaLookup(file) {
      guard let encoder = PredictedRowEncoder(rowBytes: file.width, pixelBytes: 1) else { return nil }
      var isOpaque = true
      let isValid = file.forEachRow { row in
        encoder.addRow { isOpaque = alpha.read(row, to: $0) && isOpaque }
      }
      guard isValid, let data = encoder.finish() else { return nil }
      mask = isOpaque ? nil : data
    } else {
      guard file.forEachRow(nil) else { return nil }
    }
    let space: ColorSpace =
      switch file.colorType {
      case .indexed:
        // Decoders take indices that the palette does not have as black.
        .indexed(file.palette + [UInt8](repeating: 0, count: 3 << file.depth - file.palette.count))
      case .rgb: .rgb
      default: .gray
      }
    self.init(
      width: file.width, height: file.height, bitsPerComponent: file.depth, colorSpace: space, data: file.data,
      mask: mask)
  }

  /// An image with 8 bits per channel and an alpha channel, which PDF stores separately.
  private init?(separating file: PNGFile) {
    let channels = file.colorType.channels
    let components = channels - 1
    guard let colors = PredictedRowEncoder(rowBytes: file.width * components, pixelBytes: components),
      let mask = PredictedRowEncoder(rowBytes: file.width, pixelBytes: 1)
    else { return nil }
    var isOpaque = true
    let isValid = file.forEachRow { row in
      colors.addRow { target in
        for x in 0..<file.width {
          for component in 0..<components { target[x * components + component] = row[x * channels + component] }
        }
      }
      mask.addRow { target in
        for x in 0..<file.width {
          let alpha = row[x * channels + components]
          if alpha != 255 { isOpaque = false }
          target[x] = alpha
        }
      }
    }
    guard isValid, let data = colors.finish(), let alpha = mask.finish() else { return nil }
    self.init(
      width: file.width, height: file.height, bitsPerComponent: 8, colorSpace: components == 1 ? .gray : .rgb,
      data: data, mask: isOpaque ? nil : alpha)
  }
}

extension PNGFile {
  /// Decodes the rows of an image that is not interlaced, or only checks them if `body` is nil.
  /// - Returns: false if the data are not exactly the rows.
  fileprivate func forEachRow(_ body: ((UnsafePointer<UInt8>) -> Void)?) -> Bool {
    let pixelBits = depth * colorType.channels
    return PredictedRowDecoder.forEachRow(
      of: data, count: height, rowBytes: (width * pixelBits + 7) / 8, pixelBytes: max(1, pixelBits / 8), body)
  }
}

/// The alpha values that `tRNS` gives to the pixels of an image with at most 8 bits per channel.
private struct AlphaLookup {
  private let width: Int
  private let depth: Int
  /// The alpha value of each sample; empty for images with three channels.
  private var values: [UInt8] = []
  private var transparentColor: (UInt8, UInt8, UInt8) = (0, 0, 0)

  /// Fails if all pixels are opaque.
  init?(_ file: PNGFile) {
    guard let transparency = file.transparency else { return nil }
    (width, depth) = (file.width, file.depth)
    if file.colorType == .indexed {
      guard transparency.contains(where: { $0 != 255 }) else { return nil }
      values = transparency + [UInt8](repeating: 255, count: 256 - transparency.count)
      return
    }
    // Only the bits of the image's depth count (PNG, 11.3.2.1).
    let samples = stride(from: 1, to: transparency.count, by: 2).map { transparency[$0] & UInt8(1 << file.depth - 1) }
    if samples.count == 1 {
      values = [UInt8](repeating: 255, count: 256)
      values[Int(samples[0])] = 0
    } else {
      transparentColor = (samples[0], samples[1], samples[2])
    }
  }

  /// Writes the alpha values of a row.
  /// - Returns: whether all are opaque.
  func read(_ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Bool {
    var isOpaque = true
    for x in 0..<width {
      let alpha: UInt8
      if values.isEmpty {
        let isTransparent =
          row[3 * x] == transparentColor.0 && row[3 * x + 1] == transparentColor.1
          && row[3 * x + 2] == transparentColor.2
        alpha = isTransparent ? 0 : 255
      } else {
        let bit = x * depth
        alpha = values[Int(row[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)]
      }
      if alpha != 255 { isOpaque = false }
      target[x] = alpha
    }
    return isOpaque
  }
}
