/// A colour in sRGB, or of inks or other components whose meaning a colour profile defines (css-color-5 §14, §15).
/// Channels and alpha are in 0...1.
///
/// The colour of inks has the channels of sRGB too, for all computations and for pixels. Colours are stored in large
/// numbers, so both kinds share the same 16 bytes.
package struct Color: Hashable, Sendable {
  /// The bits of red, green and blue. For inks, the first word is `inkMark`, the number of components, and the profile;
  /// the others are up to four components, of 16 bits each.
  private var first, second, third: UInt32
  package var alpha: Float

  package init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    (first, second, third) = (Self.bits(red), Self.bits(green), Self.bits(blue))
    self.alpha = alpha
  }

  /// The bits of a channel, whose sign is never set. A NaN becomes 0.
  private static func bits(_ channel: Float) -> UInt32 { channel > 0 ? channel.bitPattern : 0 }

  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 1, green: 1, blue: 1)
  package static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

  // MARK: sRGB

  package var red: Float { hasInks ? converted.red : Float(bitPattern: first) }
  package var green: Float { hasInks ? converted.green : Float(bitPattern: second) }
  package var blue: Float { hasInks ? converted.blue : Float(bitPattern: third) }

  /// The channels of inks, without a profile. Black is added to the other inks (css-color-5 §15.2); three components
  /// are red, green and blue, and one is grey.
  private var converted: (red: Float, green: Float, blue: Float) {
    let components = storedComponents
    switch componentCount {
    case 1: return (Float(components.0), Float(components.0), Float(components.0))
    case 3: return (Float(components.0), Float(components.1), Float(components.2))
    default:
      let black = components.3
      func light(_ ink: Double) -> Float { Float(1 - min(1, ink * (1 - black) + black)) }
      return (light(components.0), light(components.1), light(components.2))
    }
  }

  // MARK: Inks

  /// The sign of a channel, which is never set in sRGB.
  private static let inkMark: UInt32 = 1 << 31
  private static let countShift: UInt32 = 28
  /// The value of a component of 1. Hundredths of a per cent are whole numbers.
  private static let unit = 60_000.0

  /// A colour of the components of a profile.
  /// - Parameter components: 1, 3 or 4, limited to 0...1.
  package init?(profile: ColorProfileID, components: [Double], alpha: Float = 1) {
    guard [1, 3, 4].contains(components.count) else { return nil }
    func bits(_ index: Int) -> UInt32 {
      guard index < components.count, components[index] > 0 else { return 0 }
      return UInt32((min(components[index], 1) * Self.unit).rounded())
    }
    first = Self.inkMark | UInt32(components.count) << Self.countShift | profile.rawValue
    second = bits(0) << 16 | bits(1)
    third = bits(2) << 16 | bits(3)
    self.alpha = alpha
  }

  /// Whether the colour has the components of a profile.
  package var hasInks: Bool { first & Self.inkMark != 0 }

  private var componentCount: Int { Int(first >> Self.countShift & 7) }

  private var storedComponents: (Double, Double, Double, Double) {
    func component(_ bits: UInt32) -> Double { Double(bits & 0xFFFF) / Self.unit }
    return (component(second >> 16), component(second), component(third >> 16), component(third))
  }

  /// The components and their profile; nil for a colour in sRGB.
  package var inks: Inks? {
    guard hasInks else { return nil }
    let (a, b, c, d) = storedComponents
    return Inks(
      profile: ColorProfileID(rawValue: first & ColorProfileID.mask),
      components: Array([a, b, c, d].prefix(componentCount)))
  }
}

/// The components of a colour profile.
package struct Inks: Hashable, Sendable {
  package var profile: ColorProfileID
  /// 1, 3 or 4 numbers in 0...1. Four are cyan, magenta, yellow and black.
  package var components: [Double]
}

/// Identifies a colour profile by a hash of its name, so that the colours of style sheets can be parsed before all
/// profiles are known.
package struct ColorProfileID: Hashable, Sendable {
  package let rawValue: UInt32

  /// The inks of the printer, which `device-cmyk()` names.
  package static let deviceCMYK = ColorProfileID(rawValue: 0)
  /// The bits that an identifier has.
  static let mask: UInt32 = 1 << 28 - 1

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter name: `device-cmyk`, or a name that begins with two hyphens.
  package init(name: String) {
    if name == "device-cmyk" {
      self = .deviceCMYK
      return
    }
    // FNV-1a: the hash must be the same in every process.
    let hash = name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    rawValue = max(1, (hash ^ hash >> 28) & Self.mask)
  }
}
