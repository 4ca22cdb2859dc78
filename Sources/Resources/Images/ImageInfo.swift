/// The index of an image in an `ImageStore`.
package struct ImageID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// What an image file's header says, read without decoding its pixels.
package struct ImageInfo: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable { case png, jpeg, gif, webp, svg }
  package var format: Format
  /// Pixels as displayed (after EXIF orientation), one a px. For SVG its size in px, by the default of 300 by 150
  /// where it names none (css-images-3 §5.2).
  package var width, height: Double
  /// Pixels as stored in the file; 0 for SVG.
  package var pixelWidth = 0
  package var pixelHeight = 0
  package var orientation = Orientation.upright
  /// A JPEG in cyan, magenta, yellow and black, as printers make them.
  package var isCMYK = false
  /// False where an SVG names no width or height of its own, so that it may take its container's.
  package var hasOwnWidth = true
  package var hasOwnHeight = true
  /// An SVG with a `viewBox`, which its contents are fitted to the image by.
  package var hasViewBox = false
  /// An SVG whose `viewBox` has no width or no height, which shows nothing (SVG 2 §8.6).
  package var isEmpty = false
  /// Width over height; nil for an SVG that has none.
  package var ratio: Double?

  package init(format: Format, width: Double, height: Double) {
    self.format = format
    self.width = width
    self.height = height
    ratio = height > 0 && width > 0 ? width / height : nil
  }

  /// A raster image as its file stores it.
  init(format: Format, pixelWidth: Int, pixelHeight: Int, orientation: Orientation = .upright) {
    let turned = orientation.swapsAxes
    self.init(
      format: format, width: Double(turned ? pixelHeight : pixelWidth),
      height: Double(turned ? pixelWidth : pixelHeight))
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.orientation = orientation
  }

  /// How stored pixels are turned to be shown upright: the EXIF tag 0x0112 (CIPA DC-008 §4.6.4).
  package enum Orientation: UInt8, Hashable, Sendable {
    case upright = 1
    case mirrored, rotated180, flipped, transposed, rotated90, transversed, rotated270
    /// Width and height change places.
    package var swapsAxes: Bool { rawValue >= 5 }
  }
}
