/// What `will-change` prepares: a value of a property that would create a stacking context or a containing block does so
/// in advance (css-will-change-1 §2.1).
package struct WillChange: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The box forms a stacking context.
  package static let stacks = WillChange(rawValue: 1)
  /// The box is the containing block of all positioned descendants.
  package static let containsPositioned = WillChange(rawValue: 2)

  /// - Parameter name: of a property or another feature, in lower case.
  init(_ name: String) {
    switch name {
    case "transform", "translate", "rotate", "scale", "perspective", "transform-style", "filter", "backdrop-filter",
      "contain":
      self = [.stacks, .containsPositioned]
    case "opacity", "mix-blend-mode", "isolation", "clip-path", "mask", "mask-image", "mask-border", "position":
      self = .stacks
    default: self = []
    }
  }
}

extension ValueParser {
  /// `auto`, or names of properties and of other features.
  mutating func willChange() -> Value? {
    if ident("auto") { return .number(0) }
    let features = commaSeparated { $0.customIdent(except: "auto").map { WillChange($0.asciiLowercased) } }
    return features.map { .number(Double($0.reduce(into: WillChange()) { $0.formUnion($1) }.rawValue)) }
  }
}
