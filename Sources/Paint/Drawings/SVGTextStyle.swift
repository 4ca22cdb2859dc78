import Style
import TextShaping

/// The properties of the text of an SVG element (SVG 2 §11), which are inherited.
struct SVGTextStyle {
  enum Anchor: Double {
    case start = 0
    case middle = 0.5
    case end = 1
  }

  /// The direction of lines.
  enum WritingMode {
    case horizontal
    /// From top to bottom, with upright characters.
    case vertical
    /// Turned clockwise, or counterclockwise.
    case sidewaysRight, sidewaysLeft

    /// How lines are turned, degrees.
    var angle: Double { self == .horizontal ? 0 : self == .sidewaysLeft ? -90 : 90 }
  }

  var font = FontDescription(families: ["serif"], size: 16)
  var letterSpacing = 0.0
  var wordSpacing = 0.0
  /// `white-space: pre` or `xml:space`: spaces do not collapse.
  var keepsSpaces = false
  var transform = SVGTextTransform.none
  /// The decoration lines of the elements around the element.
  var decorations: [SVGDecoration] = []
  /// The decoration lines of the element itself, until they are part of `decorations` of its content.
  var ownDecorations: Set<TextDecoration.Line> = []
  /// How far the baseline is above that of the `text` element.
  var shift = SVGBaselineShift()
  var anchor = Anchor.start
  /// The link of the `a` element that is around the text, within its `text` element.
  var link: SVGLink?
  /// `direction: rtl`.
  var isRightToLeft = false
  var writingMode = WritingMode.horizontal
  /// That of characters in vertical lines.
  var orientation = GlyphOrientation.mixed
  var baseline = "auto"
}
