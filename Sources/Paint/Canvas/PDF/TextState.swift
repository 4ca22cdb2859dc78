import Layout
import TextShaping

/// The open text object (ISO 32000-1, 9.4), and the string that is being written.
struct TextState {
  var isOpen = false
  /// Where the string that is open begins in the content; nil if none is open.
  var stringStart: Int?
  /// Whether the string is in an array with adjustments.
  var isInArray = false
  /// Whether the string begins on the next line, at the distance of the leading.
  var isOnNextLine = false
  /// The beginning of the line, px: as written, and the baseline that was asked for.
  var origin = Point(x: 0, y: 0)
  var baseline = 0.0
  /// The distance from the beginning of the line to where readers place the next glyph, px.
  var pen = 0.0
  var hasOrigin = false
  var isOblique = false
  /// Glyphs are turned counterclockwise.
  var isUpright = false
}

/// How glyphs of a face are drawn.
struct DrawnStyle {
  var size: Double
  var isBold = false
  var isOblique = false
  var isUpright = false

  init(_ drawable: DrawableFace?, _ fonts: FaceCache, _ face: FaceID) {
    if let drawable {
      size = drawable.size
      isBold = drawable.synthesis.contains(.bold)
      isOblique = drawable.synthesis.contains(.oblique)
      isUpright = drawable.isUpright
    } else {
      size = fonts.size(face)
    }
  }
}
