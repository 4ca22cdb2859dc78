/// What a box looks like: the properties that only painting reads.
package struct PaintStyle: Hashable, Sendable {
  package var backgroundColor = Color.transparent
  /// First is on top.
  package var backgroundLayers: [BackgroundLayer] = []
  package var borderColor = Sides(Color.black)
  package var borderRadius = Corners(Pair(LengthPercentage.zero, LengthPercentage.zero))
  /// First is on top.
  package var boxShadows: [BoxShadow] = []
  package var outlineWidth = 0.0
  package var outlineStyle = BorderStyle.none
  package var outlineColor = Color.black
  package var outlineOffset = 0.0
  package var opacity: Float = 1
  package var transforms: [Transform] = []
  package var transformOrigin = Pair(LengthPercentage.percent(50), LengthPercentage.percent(50))
  /// nil where `border-image-source` is `none`.
  package var borderImage: BorderImage?
  package var clipPath: ClipPath?
  package init() {}

  package var hasBackground: Bool { backgroundColor.alpha > 0 || !backgroundLayers.isEmpty }
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
  package init(image: BackgroundImage) { self.image = image }

  package enum Size: Hashable, Sendable {
    case auto, contain, cover
    /// nil is `auto`.
    case lengths(LengthPercentage?, LengthPercentage?)
  }
  package enum Repetition: UInt8, Hashable, Sendable { case `repeat`, noRepeat, space, round }
  package enum Area: UInt8, Hashable, Sendable { case borderBox, paddingBox, contentBox, text }
}

/// What a background layer draws.
package enum BackgroundImage: Hashable, Sendable {
  case none
  /// An absolute or document-relative address, for the loader.
  case url(String)
  case linearGradient(LinearGradient)
  case radialGradient(RadialGradient)
}

/// css-images-3 §3.1. The angle is in degrees clockwise from up, or towards a corner.
package struct LinearGradient: Hashable, Sendable {
  package enum Line: Hashable, Sendable {
    case angle(Double)
    /// -1, 0 or 1 in each direction.
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

/// css-images-3 §3.2.
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

/// One colour of a gradient; position nil where the author gave none.
package struct GradientStop: Hashable, Sendable {
  package var color: Color
  package var position: LengthPercentage?
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
    /// Times the border's width.
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

/// A basic shape of `clip-path` (css-shapes-1), in the border box.
package enum ClipPath: Hashable, Sendable {
  case inset(Sides<LengthPercentage>)
  case polygon([Pair<LengthPercentage>])
  case ellipse(radii: Pair<Radius>, center: Pair<LengthPercentage>, isCircle: Bool)
  package enum Radius: Hashable, Sendable {
    case closestSide, farthestSide
    case length(LengthPercentage)
  }
}
