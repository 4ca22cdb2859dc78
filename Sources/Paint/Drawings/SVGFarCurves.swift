import Layout
import Markup

extension Document {
  /// Whether an element of SVG has curves far beyond Cairo's coordinates, which have 24 bits, or moves its content there:
  /// Cairo divides some curves for minutes.
  func hasFarCurve(_ node: NodeID) -> Bool {
    if let transform = attribute(node, "transform").flatMap({ AffineTransform(svg: SVGValue($0)) }), transform.isFar {
      return true
    }
    switch name(node) {
    case "path":
      guard let data = attribute(node, "d"), SVGFarCurves.mayOccur(in: data) else { return false }
      // Numbers that are too large are not read.
      return SVGPath(data: SVGValue(data))?.segments.contains { $0.isFarCurve } ?? true
    case "circle", "ellipse": return isFar(node, "cx", "cy", "r", "rx", "ry")
    case "rect":
      let isRounded = attribute(node, "rx") != nil || attribute(node, "ry") != nil
      return isRounded && isFar(node, "x", "y", "width", "height")
    default: return false
    }
  }

  private func isFar(_ node: NodeID, _ names: String...) -> Bool {
    names.contains { name in
      guard let value = attribute(node, name), SVGFarCurves.mayOccur(in: value) else { return false }
      var scanner = SVGScanner(SVGValue(value))
      return scanner.number().map { abs($0) > SVGFarCurves.farthest } ?? true
    }
  }
}

private enum SVGFarCurves {
  /// px. Coordinates of maps are smaller.
  static let farthest = 1e8

  /// Whether a text may have a number beyond `farthest`: one with an exponent, or with nine digits.
  static func mayOccur(in text: String) -> Bool {
    var digits = 0
    for byte in text.utf8 {
      if byte | 0x20 == UInt8(ascii: "e") { return true }
      digits = 0x30...0x39 ~= byte ? digits + 1 : 0
      if digits >= 9 { return true }
    }
    return false
  }
}

extension AffineTransform {
  fileprivate var isFar: Bool { [a, b, c, d, e, f].contains { !(abs($0) <= SVGFarCurves.farthest) } }
}

extension SVGPath.Segment {
  fileprivate var isFarCurve: Bool {
    guard case .curve(let first, let second, let end) = self else { return false }
    return [first, second, end].contains {
      abs($0.x) > SVGFarCurves.farthest || abs($0.y) > SVGFarCurves.farthest
    }
  }
}
