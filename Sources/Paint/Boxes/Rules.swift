import Layout
import Style

/// A segment of a table's collapsed borders, or a column rule. It is drawn along its longer side.
struct RulePainter {
  private let canvas: any Canvas
  private let frame: Rect
  private let style: BorderStyle
  private let color: Color

  /// - Parameter frame: is moved to whole px, with its thickness. Hairlines are not, such as printer's marks.
  init(canvas: any Canvas, frame: Rect, style: BorderStyle, color: Color) {
    self.canvas = canvas
    self.frame = min(frame.width, frame.height) >= 1 ? frame.snappedRule : frame
    self.style = style
    self.color = color
  }

  func paint() {
    guard frame.width > 0, frame.height > 0, color.alpha > 0 else { return }
    switch style {
    case .none, .hidden: break
    case .solid: fill(0, 1, color)
    case .double:
      fill(0, 1.0 / 3, color)
      fill(2.0 / 3, 1, color)
    // In collapsed borders inset is drawn as ridge and outset as groove (CSS 2.2 §17.6.3).
    case .groove, .outset:
      fill(0, 0.5, color.shaded(.top, isSunken: true))
      fill(0.5, 1, color.shaded(.top, isSunken: false))
    case .ridge, .inset:
      fill(0, 0.5, color.shaded(.top, isSunken: false))
      fill(0.5, 1, color.shaded(.top, isSunken: true))
    case .dotted, .dashed:
      if isHorizontal {
        canvas.move(to: Point(x: frame.x, y: frame.y + frame.height / 2))
        canvas.line(to: Point(x: frame.maxX, y: frame.y + frame.height / 2))
        canvas.stroke(color, .dashed(style, width: frame.height, length: frame.width))
      } else {
        canvas.move(to: Point(x: frame.x + frame.width / 2, y: frame.y))
        canvas.line(to: Point(x: frame.x + frame.width / 2, y: frame.maxY))
        canvas.stroke(color, .dashed(style, width: frame.width, length: frame.height))
      }
    }
  }

  private var isHorizontal: Bool { frame.width >= frame.height }

  /// A fraction of the rule's thickness.
  private func fill(_ from: Double, _ to: Double, _ color: Color) {
    let part =
      isHorizontal
      ? Rect(x: frame.x, y: frame.y + frame.height * from, width: frame.width, height: frame.height * (to - from))
      : Rect(x: frame.x + frame.width * from, y: frame.y, width: frame.width * (to - from), height: frame.height)
    canvas.fill(part, color)
  }
}

extension Rect {
  /// The segment of a line with its ends, and the start of its thickness, rounded to px, as the edges of boxes are.
  fileprivate var snappedRule: Rect {
    let snapped = self.snapped
    return width >= height
      ? Rect(x: snapped.x, y: y.rounded(), width: snapped.width, height: height)
      : Rect(x: x.rounded(), y: snapped.y, width: width, height: snapped.height)
  }
}
