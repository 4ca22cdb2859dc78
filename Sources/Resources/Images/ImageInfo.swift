/// The index of an image in an `ImageStore`.
package struct ImageID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// The properties of an image file, read without decoding its pixels.
package struct ImageInfo: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable { case png, jpeg, gif, webp, svg }
  package var format: Format
  /// The displayed size, after EXIF orientation, with one pixel per px. For SVG the size in px, by default 300 by 150
  /// (css-images-3 §5.2).
  package var width, height: Double
  /// The stored size in pixels; 0 for SVG.
  package var pixelWidth = 0
  package var pixelHeight = 0
  package var orientation = Orientation.upright
  /// The pixels per px that the file states, horizontally and vertically after EXIF orientation.
  package var resolution: Resolution?
  /// Whether a JPEG has the colours cyan, magenta, yellow and black.
  package var isCMYK = false
  /// Whether a JPEG image has one component.
  package var isGray = false
  /// Whether an SVG has a width and a height; without them it has the size of its container.
  package var hasOwnWidth = true
  package var hasOwnHeight = true
  /// Whether an SVG has a `viewBox`, by which its contents are scaled.
  package var hasViewBox = false
  /// Whether the `viewBox` of an SVG has a width or height of 0, which disables rendering (SVG 2 §8.6).
  package var isEmpty = false
  /// Width divided by height; `nil` for an SVG without a ratio.
  package var ratio: Double?

  package init(format: Format, width: Double, height: Double) {
    self.format = format
    self.width = width
    self.height = height
    ratio = height > 0 && width > 0 ? width / height : nil
  }

  /// An SVG image without a width and a height.
  /// - Parameter viewBox: the value of the attribute; nil if there is none.
  package init(viewBox: String?) { self = SVGHeader.info(width: nil, height: nil, viewBox: viewBox) }

  /// A raster image with its stored size.
  init(format: Format, pixelWidth: Int, pixelHeight: Int, orientation: Orientation = .upright) {
    let turned = orientation.swapsAxes
    self.init(
      format: format, width: Double(turned ? pixelHeight : pixelWidth),
      height: Double(turned ? pixelWidth : pixelHeight))
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.orientation = orientation
  }

  /// The information with a natural size for a resolution; the natural size of an SVG does not depend on it.
  ///
  /// - Parameter dppx: above 0; pixels per px.
  package func scaled(to dppx: Resolution) -> ImageInfo {
    guard format != .svg, dppx != Resolution(x: 1, y: 1) else { return self }
    var info = self
    info.width /= dppx.x
    info.height /= dppx.y
    info.ratio = info.width / info.height
    return info
  }

  /// The resolution of an image, pixels per px.
  package struct Resolution: Hashable, Sendable {
    package var x, y: Double
    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Fails if the numbers are not plausible for a device: below 1 or above 100,000 pixels per inch.
    init?(pixelsPerMeter x: Int, _ y: Int) {
      self.init(pixelsPerInch: Double(x) * 0.0254, Double(y) * 0.0254)
    }
    func turned(by orientation: Orientation) -> Resolution {
      orientation.swapsAxes ? Resolution(x: y, y: x) : self
    }

    init?(pixelsPerInch x: Double, _ y: Double) {
      guard 1...100_000 ~= x, 1...100_000 ~= y else { return nil }
      self.init(x: x / 96, y: y / 96)
    }
  }

  /// The transformation of stored pixels for display: the EXIF tag 0x0112 (CIPA DC-008 §4.6.4).
  package enum Orientation: UInt8, Hashable, Sendable {
    case upright = 1
    case mirrored, rotated180, flipped, transposed, rotated90, transversed, rotated270
    /// Whether width and height are swapped.
    package var swapsAxes: Bool { rawValue >= 5 }
  }
}
