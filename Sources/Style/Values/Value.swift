/// A specified value. It is parsed once and computed for each element.
///
/// Most properties use keywords, lengths and lists of them; others have their own case. Large and rare cases are
/// indirect to keep the size of the enum small.
enum Value: Hashable, Sendable {
  case wide(WideKeyword)
  /// Contains `var()`; parsed after substitution, when it is computed.
  indirect case pending(PendingValue)
  indirect case customProperty(name: String, value: CustomValue)

  case keyword(Keyword)
  case number(Double)
  case percentage(Double)
  case dimension(Double, Unit)
  case math(MathExpression)
  case color(ColorValue)
  case string(String)
  case identifier(String)
  case url(String)
  /// Order and number of the items are defined by the grammar of the property.
  case list([Value])

  indirect case gradient(SpecifiedGradient)
  case content([SpecifiedContent])
  case counters([CounterChange])
  case stringSets([SpecifiedStringSet])
  case features([FontFeature])
  case shadows([SpecifiedShadow])
  case transforms([SpecifiedTransform])
  case tracks(SpecifiedTracks)
  case areas([[String]])
  indirect case gridLine(GridLine)
}

/// The CSS-wide keywords (css-cascade-5 §7.3).
enum WideKeyword: UInt8, Hashable, Sendable { case inherit, initial, unset, revert, revertLayer }

/// The source text of a value with substitution functions, and the shorthand whose value it is, if any.
struct PendingValue: Hashable, Sendable {
  var text: String
  var shorthand: Shorthand?
  /// The folder that addresses in the text are relative to.
  var base: String
  /// Contains functions that read the element, such as `attr()`. In `content`, `attr()` is an item of the content list.
  var readsElement = false
}

/// The value of a custom property as text (css-variables-1).
enum CustomValue: Hashable, Sendable {
  case wide(WideKeyword)
  case text(String, SubstitutionFunctions)
}

/// A colour that may depend on `currentcolor`.
enum ColorValue: Hashable, Sendable {
  case color(Color)
  case current
  /// A colour within another one. Values of properties are clipped to the gamut of sRGB.
  indirect case components(ColorComponents)
  /// `color-mix()`: the weight of the second colour in 0...1, and the factor for alpha if the weights add up to less
  /// than 1.
  indirect case mix(ColorSpace, ColorValue, ColorValue, weight: Double, alpha: Double, HueInterpolation)
  /// The text of a colour function that depends on `currentcolor`.
  case relative(String)
}

struct SpecifiedGradient: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    case linear(LinearGradient.Line)
    case radial(isCircle: Bool, radius: SpecifiedRadius, center: [Value])
    case conic(from: Double, center: [Value])
  }
  enum SpecifiedRadius: Hashable, Sendable {
    case extent(RadialGradient.Extent)
    case lengths(Value, Value)
  }
  struct Stop: Hashable, Sendable {
    /// nil for a colour hint.
    var color: ColorValue?
    var position: Value?
  }
  var shape: Shape
  var stops: [Stop]
  var isRepeating: Bool
  var space: GradientSpace?
}

/// An item of a content list before `attr()` is replaced.
enum SpecifiedContent: Hashable, Sendable {
  case item(ContentItem)
  indirect case gradient(SpecifiedGradient)
  case attribute(name: String, fallback: String)
  /// `target-counter()`, `target-counters()` or `target-text()` whose address is `attr()`.
  case target(ContentItem, attribute: String, fallback: String)
}

struct SpecifiedStringSet: Hashable, Sendable {
  var name: String
  var items: [SpecifiedContent]
}

struct SpecifiedShadow: Hashable, Sendable {
  /// x, y, blur, spread.
  var lengths: [Value]
  var color: ColorValue?
  var isInset: Bool
}

struct SpecifiedTransform: Hashable, Sendable {
  enum Function: UInt8, Hashable, Sendable { case translate, scale, rotate, rotate3D, skew, matrix }
  var function: Function
  var arguments: [Value]
}

struct SpecifiedTracks: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case names([String])
    case track(minimum: Value, maximum: Value)
    case repetition(count: RepeatCount, items: [Item])
    case subgrid
  }
  enum RepeatCount: Hashable, Sendable {
    case times(Int)
    case autoFill, autoFit
  }
  var items: [Item]
}

extension Value {
  /// Whether the value contains `attr()` as an item of content.
  var readsElement: Bool {
    func reads(_ items: [SpecifiedContent]) -> Bool {
      items.contains {
        switch $0 {
        case .item, .gradient: false
        case .attribute, .target: true
        }
      }
    }
    return switch self {
    case .content(let items): reads(items)
    case .stringSets(let sets): sets.contains { reads($0.items) }
    default: false
    }
  }
}
