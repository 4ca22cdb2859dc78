import Layout
import Style

/// A linear or radial gradient, in the space of the canvas after `matrix`.
struct Gradient {
  struct Circle {
    var center: Point
    var radius: Double
  }
  enum Shape {
    case linear(from: Point, to: Point)
    case radial(from: Circle, to: Circle)
  }
  /// What is beyond the ends.
  enum Spread { case pad, repeated, reflected }
  struct Stop: Hashable {
    /// The position of the stop, from 0 to 1; stops are in ascending order.
    var offset: Double
    var color: Color
  }

  var shape: Shape
  var stops: [Stop] = []
  var spread = Spread.pad
  /// The transform from the space of `shape` to that of the canvas; invertible.
  var matrix = AffineTransform.identity
}

/// A quadrilateral with a colour in each corner, between which colours are interpolated.
struct GradientPatch {
  var corners: [Point]
  var colors: [Color]
}
