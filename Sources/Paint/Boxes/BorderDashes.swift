import Glibc
import Layout
import Style

/// Dotted and dashed borders.
extension BorderPainter {
  /// Paints dots or dashes around the whole box, also along the corners.
  func paintDashedLoop(_ style: BorderStyle, _ color: Color) {
    let centre = edge(0.5)
    let radii = [centre.radii.topLeft, centre.radii.topRight, centre.radii.bottomRight, centre.radii.bottomLeft]
    let straight = 2 * (centre.rect.width + centre.rect.height) - radii.reduce(0) { $0 + $1.width + $1.height }
    let length = straight + radii.reduce(0) { $0 + quarterLength($1) }
    let width = widths.top
    let isDotted = style == .dotted
    let (dash, gap) = Stroke.pattern(style, width: width)
    let period = length / max(1, (length / (dash + gap)).rounded())
    guard period.isFinite, period > 0 else { return }
    canvas.add(centre)
    canvas.stroke(
      color,
      isDotted
        ? Stroke(width: width, dashes: [0, period], cap: .round, join: .round)
        : Stroke(width: width, dashes: [min(dash, period), max(0, period - dash)]))
  }

  func paintDashes(_ side: Side, _ style: BorderStyle, _ color: Color) {
    canvas.isolated {
      canvas.add(polygon: wedge(side))
      canvas.clip()
      if outer.isRounded {
        addRing(from: 0, to: 1)
        canvas.clip(rule: .evenOdd)
      }
      let centre = edge(0.5)
      let length = addCentreLine(side, of: centre)
      canvas.stroke(color, .dashed(style, width: widths[side], length: length))
    }
  }

  /// The path along the middle of a side, with half of each rounded corner; returns its length.
  private func addCentreLine(_ side: Side, of shape: RoundedRect) -> Double {
    let rect = shape.rect
    let radii = shape.radii
    let (start, end, before, after): (Point, Point, Size, Size) =
      switch side {
      case .top: (rect.topLeft, rect.topRight, radii.topLeft, radii.topRight)
      case .right: (rect.topRight, rect.bottomRight, radii.topRight.turned, radii.bottomRight.turned)
      case .bottom: (rect.bottomRight, rect.bottomLeft, radii.bottomRight, radii.bottomLeft)
      case .left: (rect.bottomLeft, rect.topLeft, radii.bottomLeft.turned, radii.topLeft.turned)
      }
    let total = hypot(end.x - start.x, end.y - start.y)
    guard total > 0 else { return 0 }
    let along = Point(x: (end.x - start.x) / total, y: (end.y - start.y) / total)
    let inward = Point(x: -along.y, y: along.x)
    func at(_ distance: Double, _ depth: Double) -> Point {
      Point(x: start.x + along.x * distance + inward.x * depth, y: start.y + along.y * distance + inward.y * depth)
    }
    var length = total - before.width - after.width
    let handle = 0.5522847498307936
    if before.width > 0 {
      canvas.move(to: at(0, before.height))
      canvas.curve(at(0, before.height * (1 - handle)), at(before.width * (1 - handle), 0), to: at(before.width, 0))
      length += quarterLength(before)
    } else {
      canvas.move(to: at(-widths[side.previous] / 2, 0))
      length += widths[side.previous] / 2
    }
    if after.width > 0 {
      canvas.line(to: at(total - after.width, 0))
      canvas.curve(
        at(total - after.width * (1 - handle), 0), at(total, after.height * (1 - handle)), to: at(total, after.height))
      length += quarterLength(after)
    } else {
      canvas.line(to: at(total + widths[side.next] / 2, 0))
      length += widths[side.next] / 2
    }
    return length
  }

  private func quarterLength(_ radius: Size) -> Double {
    .pi / 2 * ((radius.width * radius.width + radius.height * radius.height) / 2).squareRoot()
  }
}

extension Size {
  fileprivate var turned: Size { Size(width: height, height: width) }
}
