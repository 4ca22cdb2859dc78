/// `filter` (filter-effects-1 §6).
extension ValueParser {
  /// A list of functions, each a list of its name and its argument, if any.
  mutating func filterList() -> Value? { repeated { $0.filterFunction() }.map { .list($0) } }

  private mutating func filterFunction() -> Value? {
    guard let name = peekFunction(), name != "url" else {
      return attempt { $0.elementAddress() }.map { .named("url", .string($0)) }
    }
    return function(name) { parser in
      switch name {
      case "blur": return parser.atEnd ? .named(name) : parser.length(0).map { .named(name, $0) }
      case "drop-shadow":
        guard let shadows = parser.shadows(isText: true), case .shadows(let all) = shadows, all.count == 1 else {
          return nil
        }
        return .named(name, shadows)
      case "hue-rotate": return parser.atEnd ? .named(name) : parser.numeric(.angle).map { .named(name, $0) }
      case _ where name == "opacity" || FilterFunction.ColorFilter(rawValue: name) != nil:
        if parser.atEnd { return .named(name) }
        return parser.numeric([.number, .percent], minimum: 0).map { .named(name, $0) }
      default: return nil
      }
    }
  }
}

extension Value {
  fileprivate static func named(_ name: String, _ argument: Value? = nil) -> Value {
    .list([.identifier(name)] + (argument.map { [$0] } ?? []))
  }
}
