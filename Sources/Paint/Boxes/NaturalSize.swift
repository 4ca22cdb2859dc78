import Layout
import Resources

/// The natural dimensions of an image (css-images-3 §5.1).
struct NaturalSize {
  var width: Double?
  var height: Double?
  var ratio: Double?
  init() {}
  init(_ info: ImageInfo) {
    if info.hasOwnWidth { width = info.width }
    if info.hasOwnHeight { height = info.height }
    ratio = info.ratio
  }

  /// The default sizing algorithm (css-images-3 §5.3): a missing size is taken from the image, then from its ratio,
  /// then from `area`.
  func concrete(width: Double?, height: Double?, in area: Size) -> Size {
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil): return Size(width: width, height: ratio.map { width / $0 } ?? self.height ?? area.height)
    case (nil, let height?): return Size(width: ratio.map { height * $0 } ?? self.width ?? area.width, height: height)
    case (nil, nil):
      if self.width == nil, self.height == nil { return fitted(in: area, covering: false) }
      return concrete(
        width: self.width ?? (ratio == nil ? area.width : nil),
        height: self.height ?? (ratio == nil ? area.height : nil),
        in: area)
    }
  }

  /// The largest size with the image's ratio within `area`, or the smallest that covers it.
  func fitted(in area: Size, covering: Bool) -> Size {
    guard let ratio, area.width > 0, area.height > 0 else { return area }
    let byWidth = Size(width: area.width, height: area.width / ratio)
    let byHeight = Size(width: area.height * ratio, height: area.height)
    return (byWidth.height <= area.height) != covering ? byWidth : byHeight
  }
}
