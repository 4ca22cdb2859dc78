/// A specified value, parsed once: what the cascade keeps until an element computes it.
///
/// Most properties need no more than keywords, lengths and lists of them; the rest have a case of their own. What is
/// large or rare stands in a box, so that a value is small.
enum Value: Hashable, Sendable {
  case wide(WideKeyword)
  /// Has `var()` in it: parsed when an element computes it.
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
  /// Order and count are the property's grammar's.
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

/// The source of a value that has `var()`: CSS text, and the shorthand it stands for where it came from one.
struct PendingValue: Hashable, Sendable {
  var text: String
  var shorthand: Shorthand?
  /// The folder that addresses in it are relative to.
  var base: String
  /// Has `attr()` in it, which is taken for text as `var()` is; in `content` it is an item of its own.
  var readsAttributes = false
}

/// A custom property's value as its text (css-variables-1).
enum CustomValue: Hashable, Sendable {
  case wide(WideKeyword)
  case text(String, hasReference: Bool)
}

/// A colour that may wait for `currentcolor`.
enum ColorValue: Hashable, Sendable {
  case color(Color)
  case current
  /// `color-mix()`: weights in 0...1, and the alpha that the weights' sum leaves.
  indirect case mix(ColorSpace, ColorValue, ColorValue, weight: Double, alpha: Double, HueInterpolation)
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
    /// nil is a hint: the middle between its neighbours' colours.
    var color: ColorValue?
    var position: Value?
  }
  var shape: Shape
  var stops: [Stop]
  var isRepeating: Bool
  var space: GradientSpace?
}

/// An item of a content list, `attr()` not yet read.
enum SpecifiedContent: Hashable, Sendable {
  case item(ContentItem)
  indirect case gradient(SpecifiedGradient)
  case attribute(name: String, fallback: String)
  /// `target-*` whose address is an `attr()`.
  case target(ContentItem, attribute: String)
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
  enum Function: UInt8, Hashable, Sendable { case translate, scale, rotate, skew, matrix }
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
  /// Whether it has an `attr()` in it.
  var readsAttributes: Bool {
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
