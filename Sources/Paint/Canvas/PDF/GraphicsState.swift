import Layout
import PDF
import Style

/// What a content stream has set (8.4.1), and the transform and clip that are in effect.
struct GraphicsState {
  /// The transform from px to the space of the content stream.
  var matrix: AffineTransform
  /// The box around the clip, in the space of the content stream.
  var clip: Rect
  var source = Source.color(.black)
  /// The colours that are set; nil if they are not known.
  var fill: Color?
  var stroke: Color?
  var opacity = 1.0
  /// How colours are converted to those of a printer.
  var intent = RenderingIntent.relativeColorimetric
  /// The line style that is set; nil if it is not known.
  var line: Stroke?
  var font: (number: Int, size: Double)?
  /// The distance of lines that is set, px; nil if it is not known.
  var leading: Double?
  /// It is nil if the mode is not known.
  var textMode: TextMode?
  /// The digits after the point with which coordinates are written.
  var decimals = 3

  /// The text rendering mode (9.3.6).
  enum TextMode: Int {
    case fill = 0
    case fillAndStroke = 2
    case invisible = 3
  }

  enum Source {
    case color(Color)
    case gradient(Gradient)
  }

  /// The state in which a form is drawn, of which nothing is known.
  init(matrix: AffineTransform, clip: Rect) {
    self.matrix = matrix
    self.clip = clip
  }

  /// The state at the beginning of pages and patterns (8.4.1).
  var initial: GraphicsState {
    var state = self
    (state.line, state.textMode) = (Stroke(width: 1), .fill)
    return state
  }

  /// Coordinates of a space that is enlarged need more digits.
  mutating func updatePrecision() {
    let scale = max(abs(matrix.a), abs(matrix.b), abs(matrix.c), abs(matrix.d))
    decimals = 3
    var reach = scale
    while reach > 2, decimals < 8 {
      reach /= 10
      decimals += 1
    }
    while reach < 0.02, decimals > 1, reach > 0 {
      reach *= 10
      decimals -= 1
    }
  }

  /// The box around the clip in px; empty if nothing is visible.
  var visibleBox: Rect {
    guard let inverse = matrix.inverse else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return inverse.box(of: clip)
  }
}
