/// Backgrounds, borders, shadows, transforms and clipping: the properties that only painting reads.
package struct PaintStyle: Hashable, Sendable {
  package var backgroundColor = Color.transparent
  /// The first is on top.
  package var backgroundLayers: [BackgroundLayer] = []
  package var borderColor = Sides(Color.black)
  package var borderRadius = Corners(Pair(LengthPercentage.zero, LengthPercentage.zero))
  /// The first is on top.
  package var boxShadows: [BoxShadow] = []
  package var outlineWidth = 0.0
  package var outlineStyle = BorderStyle.none
  package var outlineColor = Color.black
  package var outlineOffset = 0.0
  package var opacity: Float = 1
  package var transforms: [Transform] = []
  package var transformOrigin = Pair(LengthPercentage.percent(50), LengthPercentage.percent(50))
  package var transformBox = TransformBox.viewBox
  /// nil if `border-image-source` is `none`.
  package var borderImage: BorderImage?
  /// The first is on top.
  package var masks: [MaskLayer] = []
  /// nil if `mask-border-source` is `none`.
  package var maskBorder: MaskBorder?
  package var clipPath: ClipPath?
  /// `clip: rect()`.
  package var clip: ClipPath?
  /// `filter`, in the order in which they are applied.
  package var filters: [FilterFunction] = []
  /// nil is `normal`.
  package var blendMode: BlendMode?
  package var isIsolated = false
  package var willChange: WillChange = []
  /// `backface-visibility: hidden`.
  var hidesBack = false
  package init() {}

  package var hasBackground: Bool { backgroundColor.alpha > 0 || !backgroundLayers.isEmpty }
  package var hasRadius: Bool { borderRadius != Corners(Pair(.zero, .zero)) }
}

/// One layer of `background` (css-backgrounds-3 §3).
package struct BackgroundLayer: Hashable, Sendable {
  package var image: BackgroundImage
  package var position = Pair(LengthPercentage.percent(0), LengthPercentage.percent(0))
  package var size = Size.auto
  package var repetition = Pair(Repetition.repeat, Repetition.repeat)
  package var origin = Area.paddingBox
  package var clip = Area.borderBox
  package var isFixed = false
  /// How it is blended with the layers below it and with the colour (compositing-1 §8); nil is `normal`.
  package var blendMode: BlendMode?
  package init(image: BackgroundImage) { self.image = image }

  package enum Size: Hashable, Sendable {
    case auto, contain, cover
    /// nil is `auto`.
    case lengths(LengthPercentage?, LengthPercentage?)
  }
  package enum Repetition: UInt8, Hashable, Sendable { case `repeat`, noRepeat, space, round }
  package enum Area: UInt8, Hashable, Sendable { case borderBox, paddingBox, contentBox, text, borderArea }
}

/// The image of a background layer.
package enum BackgroundImage: Hashable, Sendable {
  case none
  /// An absolute or document-relative address for the resource loader.
  case url(String)
  case linearGradient(LinearGradient)
  case radialGradient(RadialGradient)
  case conicGradient(ConicGradient)

  /// Hashes the length and the end of an address, which may be a long `data:` URL.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .url(let address):
      hasher.combine(address.utf8.count)
      for byte in address.utf8.suffix(16) { hasher.combine(byte) }
    case .linearGradient(let gradient): hasher.combine(gradient)
    case .radialGradient(let gradient): hasher.combine(gradient)
    case .conicGradient(let gradient): hasher.combine(gradient)
    }
  }
}

/// `linear-gradient()` (css-images-3 §3.1).
package struct LinearGradient: Hashable, Sendable {
  package enum Line: Hashable, Sendable {
    /// The angle in degrees clockwise from up.
    case angle(Double)
    /// Towards a corner: -1, 0 or 1 on each axis.
    case corner(x: Int8, y: Int8)
  }
  package var line: Line
  package var stops: [GradientStop]
  package var isRepeating: Bool
  package init(line: Line, stops: [GradientStop], isRepeating: Bool) {
    self.line = line
    self.stops = stops
    self.isRepeating = isRepeating
  }
}

/// `radial-gradient()` (css-images-3 §3.2).
package struct RadialGradient: Hashable, Sendable {
  package enum Extent: UInt8, Hashable, Sendable { case closestSide, closestCorner, farthestSide, farthestCorner }
  package enum Radius: Hashable, Sendable {
    case extent(Extent)
    case lengths(LengthPercentage, LengthPercentage)
  }
  package var isCircle: Bool
  package var radius: Radius
  package var center: Pair<LengthPercentage>
  package var stops: [GradientStop]
  package var isRepeating: Bool
  package init(isCircle: Bool, radius: Radius, center: Pair<LengthPercentage>, stops: [GradientStop], isRepeating: Bool)
  {
    self.isCircle = isCircle
    self.radius = radius
    self.center = center
    self.stops = stops
    self.isRepeating = isRepeating
  }
}

/// `conic-gradient()` (css-images-4 §3.3). Positions of stops are percentages of a turn.
package struct ConicGradient: Hashable, Sendable {
  /// The angle of the start in degrees clockwise from up.
  package var start: Double
  package var center: Pair<LengthPercentage>
  package var stops: [GradientStop]
  package var isRepeating: Bool
  package init(start: Double, center: Pair<LengthPercentage>, stops: [GradientStop], isRepeating: Bool) {
    self.start = start
    self.center = center
    self.stops = stops
    self.isRepeating = isRepeating
  }
}

/// A colour stop of a gradient; its position is nil if the author gave none.
package struct GradientStop: Hashable, Sendable {
  package var color: Color
  package var position: LengthPercentage?
  /// A colour hint: the position of the midpoint between the adjacent stops (css-images-4 §3.5.3); `color` is their
  /// mean.
  package var isHint = false
  package init(color: Color, position: LengthPercentage?) {
    self.color = color
    self.position = position
  }
}

/// One layer of `box-shadow`, px.
package struct BoxShadow: Hashable, Sendable {
  package var x, y, blur, spread: Double
  package var color: Color
  package var isInset: Bool
  package init(x: Double, y: Double, blur: Double, spread: Double, color: Color, isInset: Bool) {
    self.x = x
    self.y = y
    self.blur = blur
    self.spread = spread
    self.color = color
    self.isInset = isInset
  }
}

/// One function of `transform` (css-transforms-1); angles in degrees.
package enum Transform: Hashable, Sendable {
  case translate(LengthPercentage, LengthPercentage)
  case scale(Double, Double)
  case rotate(Double)
  case skew(Double, Double)
  case matrix(Double, Double, Double, Double, Double, Double)
}

/// `border-image` (css-backgrounds-3 §6).
package struct BorderImage: Hashable, Sendable {
  package enum Slice: Hashable, Sendable {
    /// Image pixels.
    case number(Double)
    case percent(Double)
  }
  package enum Width: Hashable, Sendable {
    case auto
    /// Multiple of the border width.
    case number(Double)
    case length(LengthPercentage)
  }
  package enum Repetition: UInt8, Hashable, Sendable { case stretch, `repeat`, round, space }
  package var source: BackgroundImage
  package var slice = Sides(Slice.percent(100))
  package var fills = false
  package var width = Sides(Width.number(1))
  /// px.
  package var outset = Sides(0.0)
  package var repetition = Pair(Repetition.stretch, Repetition.stretch)
  package init(source: BackgroundImage) { self.source = source }
}

/// A basic shape of `clip-path` and its reference box (css-shapes-1).
package struct ClipPath: Hashable, Sendable {
  /// Indirect because it is large and rare.
  package indirect enum Shape: Hashable, Sendable {
    /// The reference box with its rounded corners.
    case box
    case inset(Sides<LengthPercentage>, radius: Corners<Pair<LengthPercentage>>)
    case polygon([Pair<LengthPercentage>], isEvenOdd: Bool)
    /// SVG path data, from the top left corner of the reference box. Its coordinates, which have no unit that `zoom`
    /// enlarges, are multiplied by a factor.
    case path(String, isEvenOdd: Bool, scale: Double = 1)
    /// `shape()`.
    case commands(from: Pair<LengthPercentage>, [ShapeCommand], isEvenOdd: Bool)
    /// A `clipPath` element of the document, by its address, such as `#clip`.
    case element(String)
    case ellipse(radii: Pair<Radius>, center: Pair<LengthPercentage>, isCircle: Bool)
    /// Offsets from the top and left border edges, px; nil is the edge of the box (CSS 2.2 §11.1.2).
    case rect(Sides<Double?>)
  }
  package enum ReferenceBox: UInt8, Hashable, Sendable {
    case borderBox, paddingBox, contentBox, marginBox
    /// The viewport of a drawing; the border box of other boxes.
    case viewBox
  }
  package enum Radius: Hashable, Sendable {
    case closestSide, farthestSide
    case length(LengthPercentage)
  }
  package var shape: Shape
  package var box = ReferenceBox.borderBox
  package init(shape: Shape) { self.shape = shape }
}

/// `mix-blend-mode` (compositing-1 §7).
package enum BlendMode: String, Hashable, Sendable {
  case multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion, hue, saturation, color, luminosity
}
