/// The images of one document: each address is loaded and checked once, and named by index after that.
package final class ImageStore {
  package init(loader: ResourceLoader) {}
  /// Nil where the image is missing, broken, cut short or too large; the reason is then in `warnings`.
  package func image(_ address: String, base: String = "") -> ImageID? { nil }
  package func info(_ id: ImageID) -> ImageInfo { ImageInfo(format: .png, width: 0, height: 0) }
  package func bytes(_ id: ImageID) -> [UInt8] { [] }
  /// One per image that could not be used, in order of first use.
  package private(set) var warnings: [ResourceError] = []
}
