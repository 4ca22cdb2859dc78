/// Units of dimensions (css-values-4). The parser converts absolute lengths to `px` and angles to `deg`.
enum Unit: UInt8, Hashable, Sendable {
  case px, em, rem, ex, rex, ch, rch, cap, rcap, ic, ric, lh, rlh
  case vw, vh, vi, vb, vmin, vmax
  case deg, seconds, dppx, fr

  /// The unit for a name in lower case, and the factor that converts a value to it.
  static func parse(_ name: String) -> (unit: Unit, factor: Double)? {
    switch name {
    case "px": (.px, 1)
    case "pt": (.px, 96.0 / 72)
    case "mm": (.px, 96 / 25.4)
    case "cm": (.px, 96 / 2.54)
    case "in": (.px, 96)
    case "pc": (.px, 16)
    case "q": (.px, 96 / 101.6)
    case "em": (.em, 1)
    case "rem": (.rem, 1)
    case "ex": (.ex, 1)
    case "rex": (.rex, 1)
    case "ch": (.ch, 1)
    case "rch": (.rch, 1)
    case "cap": (.cap, 1)
    case "rcap": (.rcap, 1)
    case "ic": (.ic, 1)
    case "ric": (.ric, 1)
    case "lh": (.lh, 1)
    case "rlh": (.rlh, 1)
    // Paged media have one viewport size; it also replaces the size of query containers.
    case "vw", "svw", "lvw", "dvw", "cqw": (.vw, 1)
    case "vh", "svh", "lvh", "dvh", "cqh": (.vh, 1)
    case "vi", "svi", "lvi", "dvi", "cqi": (.vi, 1)
    case "vb", "svb", "lvb", "dvb", "cqb": (.vb, 1)
    case "vmin", "svmin", "lvmin", "dvmin", "cqmin": (.vmin, 1)
    case "vmax", "svmax", "lvmax", "dvmax", "cqmax": (.vmax, 1)
    case "deg": (.deg, 1)
    case "grad": (.deg, 0.9)
    case "rad": (.deg, 180 / Double.pi)
    case "turn": (.deg, 360)
    case "s": (.seconds, 1)
    case "ms": (.seconds, 0.001)
    case "dppx", "x": (.dppx, 1)
    case "dpi": (.dppx, 1.0 / 96)
    case "dpcm": (.dppx, 2.54 / 96)
    case "fr": (.fr, 1)
    default: nil
    }
  }

  var isLength: Bool { rawValue <= Unit.vmax.rawValue }

  var base: MathType.Base {
    switch self {
    case .deg: .angle
    case .seconds: .time
    case .dppx: .resolution
    case .fr: .flex
    default: .length
    }
  }
}

/// A font metric that a relative unit refers to (css-values-4 §6.1.1).
package enum FontMeasure: Sendable {
  /// `ex`, `ch`, `cap`, `ic`.
  case xHeight, zeroAdvance, capHeight, ideographAdvance

  /// A typical value, px, for use without a font.
  static func typical(_ font: FontStyle, _ measure: FontMeasure) -> Double {
    switch measure {
    case .xHeight, .zeroAdvance: font.size / 2
    case .capHeight: font.size * 0.7
    case .ideographAdvance: font.size
    }
  }
}
