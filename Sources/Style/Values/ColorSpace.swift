import Glibc

/// The colour spaces of css-color-4. Colours are converted through XYZ with a D65 white point.
enum ColorSpace: UInt8, Hashable, Sendable {
  case srgb, srgbLinear, displayP3, a98RGB, prophotoRGB, rec2020, xyzD65, xyzD50, hsl, hwb, lab, lch, oklab, oklch

  init?(name: String) {
    switch name {
    case "srgb": self = .srgb
    case "srgb-linear": self = .srgbLinear
    case "display-p3": self = .displayP3
    case "a98-rgb": self = .a98RGB
    case "prophoto-rgb": self = .prophotoRGB
    case "rec2020": self = .rec2020
    case "xyz", "xyz-d65": self = .xyzD65
    case "xyz-d50": self = .xyzD50
    case "hsl": self = .hsl
    case "hwb": self = .hwb
    case "lab": self = .lab
    case "lch": self = .lch
    case "oklab": self = .oklab
    case "oklch": self = .oklch
    default: return nil
    }
  }

  /// Index of the component that is a hue angle.
  var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  typealias Triple = SIMD3<Double>

  /// Converts components of this space to sRGB, clipped to the gamut. Hues are in degrees; Lab and LCH have their own
  /// scales; all other components are fractions of 1.
  func color(_ components: Triple, alpha: Double) -> Color {
    let rgb = Self.encode(linearRGB(components))
    func channel(_ value: Double) -> Float { Float(value.isNaN ? 0 : min(1, max(0, value))) }
    return Color(red: channel(rgb.x), green: channel(rgb.y), blue: channel(rgb.z), alpha: Float(min(1, max(0, alpha))))
  }

  /// Converts a colour to components of this space.
  func components(of color: ColorComponents) -> Triple {
    if color.space == self { return color.values }
    let linear = color.space.linearRGB(color.values)
    switch self {
    case .srgb: return Self.encode(linear)
    case .hsl: return Self.hsl(Self.encode(linear))
    case .hwb:
      let rgb = Self.encode(linear)
      return Triple(Self.hsl(rgb).x, rgb.min(), 1 - rgb.max())
    case .srgbLinear: return linear
    case .oklab: return Self.oklab(linear)
    case .oklch: return Self.polar(Self.oklab(linear))
    default: return components(xyz: Self.multiply(Self.rgbToXYZ, linear))
    }
  }

  /// Converts XYZ with a D65 white point to components of a space that is defined by XYZ.
  private func components(xyz: Triple) -> Triple {
    let xyzD50 = Self.multiply(Self.d65ToD50, xyz)
    switch self {
    case .lab: return Self.lab(xyzD50)
    case .lch: return Self.polar(Self.lab(xyzD50))
    case .xyzD50: return xyzD50
    case .displayP3: return Self.encode(Self.solve(Self.p3ToXYZ, xyz))
    case .a98RGB: return Self.map(Self.solve(Self.a98ToXYZ, xyz)) { Self.signedPower($0, 256.0 / 563) }
    case .rec2020: return Self.map(Self.solve(Self.rec2020ToXYZ, xyz), Self.encodeRec2020)
    case .prophotoRGB:
      return Self.map(Self.solve(Self.prophotoToXYZ, xyzD50)) {
        abs($0) < 1.0 / 512 ? $0 * 16 : Self.signedPower($0, 1 / 1.8)
      }
    default: return xyz
    }
  }

  private func linearRGB(_ c: Triple) -> Triple {
    switch self {
    case .srgb: return Self.decode(c)
    case .srgbLinear: return c
    case .hsl: return Self.decode(Self.rgb(hue: c.x, saturation: c.y, lightness: c.z))
    case .hwb:
      let sum = c.y + c.z
      if sum >= 1 { return Self.decode(Triple(repeating: c.y / sum)) }
      let pure = Self.rgb(hue: c.x, saturation: 1, lightness: 0.5)
      return Self.decode(pure * (1 - sum) + c.y)
    case .oklab: return Self.linearRGB(oklab: c)
    case .oklch: return Self.linearRGB(oklab: Self.rectangular(c))
    case .lab: return Self.linearRGB(xyzD50: Self.xyzD50(lab: c))
    case .lch: return Self.linearRGB(xyzD50: Self.xyzD50(lab: Self.rectangular(c)))
    case .xyzD65: return Self.multiply(Self.xyzToRGB, c)
    case .xyzD50: return Self.linearRGB(xyzD50: c)
    case .displayP3: return Self.multiply(Self.xyzToRGB, Self.multiply(Self.p3ToXYZ, Self.decode(c)))
    case .a98RGB:
      return Self.multiply(
        Self.xyzToRGB, Self.multiply(Self.a98ToXYZ, Self.map(c) { Self.signedPower($0, 563.0 / 256) }))
    case .rec2020:
      return Self.multiply(Self.xyzToRGB, Self.multiply(Self.rec2020ToXYZ, Self.map(c, Self.decodeRec2020)))
    case .prophotoRGB:
      let linear = Self.map(c) { abs($0) <= 16.0 / 512 ? $0 / 16 : Self.signedPower($0, 1.8) }
      return Self.linearRGB(xyzD50: Self.multiply(Self.prophotoToXYZ, linear))
    }
  }

  // MARK: - Transfer

  private static func map(_ c: Triple, _ f: (Double) -> Double) -> Triple { Triple(f(c.x), f(c.y), f(c.z)) }

  private static func signedPower(_ value: Double, _ exponent: Double) -> Double {
    value < 0 ? -pow(-value, exponent) : pow(value, exponent)
  }

  private static func decode(_ c: Triple) -> Triple {
    map(c) { abs($0) <= 0.04045 ? $0 / 12.92 : signedPower(($0 < 0 ? $0 - 0.055 : $0 + 0.055) / 1.055, 2.4) }
  }

  private static func encode(_ c: Triple) -> Triple {
    map(c) { abs($0) <= 0.0031308 ? $0 * 12.92 : 1.055 * signedPower($0, 1 / 2.4) - ($0 < 0 ? -0.055 : 0.055) }
  }

  private static let rec2020Transfer = (a: 1.09929682680944, b: 0.018053968510807)

  private static func decodeRec2020(_ value: Double) -> Double {
    let (a, b) = rec2020Transfer
    return abs(value) < b * 4.5 ? value / 4.5 : signedPower((abs(value) + a - 1) / a, 1 / 0.45) * (value < 0 ? -1 : 1)
  }

  private static func encodeRec2020(_ value: Double) -> Double {
    let (a, b) = rec2020Transfer
    return abs(value) < b ? value * 4.5 : (a * signedPower(abs(value), 0.45) - (a - 1)) * (value < 0 ? -1 : 1)
  }

  // MARK: - Hue and lightness

  private static func rgb(hue: Double, saturation: Double, lightness: Double) -> Triple {
    func channel(_ n: Double) -> Double {
      var k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      if k < 0 { k += 12 }
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    return Triple(channel(0), channel(8), channel(4))
  }

  private static func hsl(_ rgb: Triple) -> Triple {
    let (high, low) = (rgb.max(), rgb.min())
    let lightness = (high + low) / 2
    let range = high - low
    if range == 0 { return Triple(0, 0, lightness) }
    var saturation = lightness == 0 || lightness == 1 ? 0 : (high - lightness) / min(lightness, 1 - lightness)
    var hue: Double
    if high == rgb.x {
      hue = (rgb.y - rgb.z) / range
    } else if high == rgb.y {
      hue = (rgb.z - rgb.x) / range + 2
    } else {
      hue = (rgb.x - rgb.y) / range + 4
    }
    if hue < 0 { hue += 6 }
    // Beyond the gamut of sRGB (css-color-4 §7.2).
    if saturation < 0 { (saturation, hue) = (-saturation, (hue + 3).truncatingRemainder(dividingBy: 6)) }
    return Triple(hue * 60, saturation, lightness)
  }

  private static func rectangular(_ c: Triple) -> Triple {
    Triple(c.x, c.y * cos(c.z * .pi / 180), c.y * sin(c.z * .pi / 180))
  }

  private static func polar(_ c: Triple) -> Triple {
    var hue = atan2(c.z, c.y) * 180 / .pi
    if hue < 0 { hue += 360 }
    return Triple(c.x, (c.y * c.y + c.z * c.z).squareRoot(), hue)
  }

  // MARK: - Lab and OKLab

  private static func oklab(_ linear: Triple) -> Triple {
    let lms = map(
      multiply(
        (
          Triple(0.4122214708, 0.5363325363, 0.0514459929), Triple(0.2119034982, 0.6806995451, 0.1073969566),
          Triple(0.0883024619, 0.2817188376, 0.6299787005)
        ), linear), cbrt)
    return multiply(
      (
        Triple(0.2104542553, 0.7936177850, -0.0040720468), Triple(1.9779984951, -2.4285922050, 0.4505937099),
        Triple(0.0259040371, 0.7827717662, -0.8086757660)
      ), lms)
  }

  private static func linearRGB(oklab c: Triple) -> Triple {
    let lms = map(
      multiply(
        (
          Triple(1, 0.3963377774, 0.2158037573), Triple(1, -0.1055613458, -0.0638541728),
          Triple(1, -0.0894841775, -1.2914855480)
        ), c)
    ) { $0 * $0 * $0 }
    return multiply(
      (
        Triple(4.0767416621, -3.3077115913, 0.2309699292), Triple(-1.2684380046, 2.6097574011, -0.3413193965),
        Triple(-0.0041960863, -0.7034186147, 1.7076147010)
      ), lms)
  }

  private static let white = Triple(0.9642956764, 1, 0.8251046025)

  private static func lab(_ xyz: Triple) -> Triple {
    let f = map(xyz / white) { $0 > 216.0 / 24389 ? cbrt($0) : (24389.0 / 27 * $0 + 16) / 116 }
    return Triple(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }

  private static func xyzD50(lab c: Triple) -> Triple {
    let y = (c.x + 16) / 116
    let (x, z) = (c.y / 500 + y, y - c.z / 200)
    func decode(_ t: Double) -> Double { t * t * t > 216.0 / 24389 ? t * t * t : (116 * t - 16) / (24389.0 / 27) }
    return Triple(decode(x), c.x > 8 ? y * y * y : c.x / (24389.0 / 27), decode(z)) * white
  }

  private static func linearRGB(xyzD50 c: Triple) -> Triple { multiply(xyzToRGB, multiply(d50ToD65, c)) }
}
