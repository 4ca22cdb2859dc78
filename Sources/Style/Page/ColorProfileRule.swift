import Diagnostics

/// An `@color-profile` rule (css-color-5 §14).
package struct ColorProfileRule: Hashable, Sendable {
  /// `device-cmyk`, or a name that begins with two hyphens.
  package var name: String
  /// The address of the profile, and the folder that it is relative to.
  package var address, base: String
  /// Nil if the rule does not state it.
  package var intent: RenderingIntent?
  /// The names of the components; empty if the rule does not state them.
  package var components: [String] = []
  /// Location of the rule.
  package var location = SourceLocation()

  package var id: ColorProfileID { ColorProfileID(name: name) }

  /// The most profiles of a document.
  static let limit = 32
  /// The most components of an ICC profile.
  private static let componentLimit = 15

  init?(name: String, _ descriptors: [String: ValueParser], base: String) {
    guard var source = descriptors["src"], let address = source.url() else { return nil }
    (self.name, self.address, self.base) = (name, address, base)
    if var parser = descriptors["rendering-intent"] { intent = parser.renderingIntent() }
    if var parser = descriptors["components"] { components = parser.componentNames() ?? [] }
  }

  /// Whether a descriptor is known and its value valid.
  static func isValid(_ descriptor: String, _ value: ValueParser) -> Bool {
    var parser = value
    let isKnown =
      switch descriptor {
      case "src": parser.url().map { !$0.isEmpty } ?? false
      case "rendering-intent": parser.renderingIntent() != nil
      case "components":
        parser.componentNames().map { Set($0).count == $0.count && $0.count <= componentLimit } ?? false
      default: false
      }
    return isKnown && parser.atEnd
  }
}

/// How colours are converted to those of a device that lacks some of them (css-color-5 §14.3).
package enum RenderingIntent: String, Hashable, Sendable {
  case relativeColorimetric = "relative-colorimetric"
  case absoluteColorimetric = "absolute-colorimetric"
  case perceptual, saturation
}

extension ValueParser {
  fileprivate mutating func renderingIntent() -> RenderingIntent? { ident().flatMap(RenderingIntent.init) }

  fileprivate mutating func componentNames() -> [String]? { commaSeparated { $0.customIdent(except: "none") } }
}
