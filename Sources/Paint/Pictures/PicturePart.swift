import Layout
import Resources

/// A rectangle of whole pixels of an image, with the way in which it is enlarged.
struct PicturePart: Hashable {
  var id: ImageID
  var isPixelated: Bool
  var x, y, width, height: Int32
  var pixels: Int { Int(width) * Int(height) }

  init?(_ id: ImageID, _ rect: Rect, isPixelated: Bool) {
    (self.id, self.isPixelated) = (id, isPixelated)
    guard let x = Int32(exactly: rect.x), let y = Int32(exactly: rect.y), let width = Int32(exactly: rect.width),
      let height = Int32(exactly: rect.height), x >= 0, y >= 0, width > 0, height > 0
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
