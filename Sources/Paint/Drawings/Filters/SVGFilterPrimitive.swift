import Layout
import Style

/// A filter primitive (filter-effects-1 §9).
struct SVGFilterPrimitive {
  /// The content, or the result of an earlier primitive.
  struct Input: Equatable {
    /// The index of the primitive whose result is the input; nil for the content.
    var result: Int?
    /// Whether only the alpha of the input is used, with black colours.
    var isAlpha = false
  }

  enum Operation {
    /// Standard deviations.
    case blur(x: Double, y: Double)
    case offset(x: Double, y: Double)
    case flood(Color)
    /// The inputs above one another, the last one on top; also `over` and `normal`.
    case merge
    /// The first input in relation to the second.
    case composite(Composite)
    /// The first input on the second.
    case blend(BlendMode)
    /// Four rows of five numbers, for components from 0 to 1 that are not premultiplied.
    case matrix([Float])
    case transfer(SVGTransferFunctions)
    /// The alpha of the input in a colour, moved and blurred, without the input.
    case shadow(x: Double, y: Double, deviationX: Double, deviationY: Double, Color)
    /// Radii.
    case morphology(dilates: Bool, x: Double, y: Double)
    case tile
    case turbulence(SVGTurbulence)
    case lighting(SVGLighting)
    /// The first input, moved by the second.
    case displacement(SVGDisplacement)
    case convolution(SVGConvolution)
    case image(SVGFilterImage)
  }

  /// The operators of `feComposite` (§9.8), except `over`.
  enum Composite {
    case `in`, out, atop, xor, lighter
    case arithmetic([Float])
  }

  var operation: Operation
  var inputs: [Input] = []
  /// `color-interpolation-filters` (§10): components are linear in light.
  var isLinear = false
  var area = SVGFilterArea()
  /// The index of its `filter` element or function.
  var stage = 0
}

/// The subregion of a primitive (§8.3), as far as it is specified.
struct SVGFilterArea: Equatable {
  var x, y, width, height: Double?

  /// - Parameters:
  ///   - region: the filter region.
  ///   - box: that to which the numbers refer; nil if they are those of user space.
  func resolved(in region: Rect, box: Rect?) -> Rect {
    if self == SVGFilterArea() { return region }
    let (origin, size) = (Point(x: box?.x ?? 0, y: box?.y ?? 0), Size(width: box?.width ?? 1, height: box?.height ?? 1))
    let own = Rect(
      x: x.map { origin.x + $0 * size.width } ?? region.x, y: y.map { origin.y + $0 * size.height } ?? region.y,
      width: width.map { $0 * size.width } ?? region.width, height: height.map { $0 * size.height } ?? region.height)
    return own.intersection(region)
  }
}

extension SVGFilterPrimitive.Operation {
  /// The operation in coordinates whose units are fractions of a box.
  func scaled(in box: Rect) -> Self {
    let (x, y) = (box.width, box.height)
    return switch self {
    case .blur(let dx, let dy): .blur(x: dx * x, y: dy * y)
    case .offset(let dx, let dy): .offset(x: dx * x, y: dy * y)
    case .shadow(let dx, let dy, let deviationX, let deviationY, let color):
      .shadow(x: dx * x, y: dy * y, deviationX: deviationX * x, deviationY: deviationY * y, color)
    case .morphology(let dilates, let rx, let ry): .morphology(dilates: dilates, x: rx * x, y: ry * y)
    case .lighting(let lighting): .lighting(lighting.scaled(in: box))
    case .displacement(let displacement):
      .displacement(
        SVGDisplacement(
          x: displacement.x * x, y: displacement.y * y, channelX: displacement.channelX,
          channelY: displacement.channelY))
    case .convolution(let convolution): .convolution(convolution.scaled(in: box))
    default: self
    }
  }

  /// The work of the operation for a pixel, in proportion to the time that it takes, without that for the inputs.
  var work: Double {
    switch self {
    case .blur, .shadow: 4
    case .matrix, .composite(.arithmetic): 3
    case .transfer: 2
    case .morphology: 30
    case .turbulence(let turbulence): 4 + 12 * Double(turbulence.octaves)
    case .lighting: 30
    case .displacement: 6
    case .convolution(let convolution): 4 + 2 * Double(convolution.taps.count)
    case .image: 4
    default: 0
    }
  }
}
