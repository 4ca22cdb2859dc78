/// The index of an image in an `ImageStore`.
package struct ImageID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}

/// What an image file's header says, read without decoding its pixels.
package struct ImageInfo: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable { case png, jpeg, gif, webp, svg }
  package var format: Format
  /// Pixels as displayed (after EXIF orientation); for SVG, its size in px. At one px a pixel.
  package var width, height: Double
  package init(format: Format, width: Double, height: Double) {
    self.format = format
    self.width = width
    self.height = height
  }
}
