/// Units of dimensions (css-values-4). The parser converts absolute lengths to `px` and angles to `deg`.
enum Unit: UInt8, Hashable, Sendable {
  case px, em, rem, ex, rex, ch, rch, cap, rcap, ic, ric, lh, rlh
  case vw, vh, vi, vb, vmin, vmax
  case cqw, cqh, cqi, cqb, cqmin, cqmax
  case deg, seconds, dppx, fr

  /// The unit for each name, and the factor that converts a value to it. Paged media have one viewport size.
  static let byName = NameIndex(names.lazy.map { (name: $0.name, value: (unit: $0.unit, factor: $0.factor)) })

  private static let names: [(name: String, unit: Unit, factor: Double)] = [
    ("px", .px, 1), ("pt", .px, 96.0 / 72), ("mm", .px, 96 / 25.4), ("cm", .px, 96 / 2.54), ("in", .px, 96),
    ("pc", .px, 16), ("q", .px, 96 / 101.6), ("em", .em, 1), ("rem", .rem, 1), ("ex", .ex, 1), ("rex", .rex, 1),
    ("ch", .ch, 1), ("rch", .rch, 1), ("cap", .cap, 1), ("rcap", .rcap, 1), ("ic", .ic, 1), ("ric", .ric, 1),
    ("lh", .lh, 1), ("rlh", .rlh, 1), ("vw", .vw, 1), ("svw", .vw, 1), ("lvw", .vw, 1), ("dvw", .vw, 1),
    ("cqw", .cqw, 1), ("vh", .vh, 1), ("svh", .vh, 1), ("lvh", .vh, 1), ("dvh", .vh, 1), ("cqh", .cqh, 1),
    ("vi", .vi, 1), ("svi", .vi, 1), ("lvi", .vi, 1), ("dvi", .vi, 1), ("cqi", .cqi, 1), ("vb", .vb, 1),
    ("svb", .vb, 1), ("lvb", .vb, 1), ("dvb", .vb, 1), ("cqb", .cqb, 1), ("vmin", .vmin, 1), ("svmin", .vmin, 1),
    ("lvmin", .vmin, 1), ("dvmin", .vmin, 1), ("cqmin", .cqmin, 1), ("vmax", .vmax, 1), ("svmax", .vmax, 1),
    ("lvmax", .vmax, 1), ("dvmax", .vmax, 1), ("cqmax", .cqmax, 1), ("deg", .deg, 1), ("grad", .deg, 0.9),
    ("rad", .deg, 180 / Double.pi), ("turn", .deg, 360), ("s", .seconds, 1), ("ms", .seconds, 0.001),
    ("dppx", .dppx, 1), ("x", .dppx, 1), ("dpi", .dppx, 1.0 / 96), ("dpcm", .dppx, 2.54 / 96), ("fr", .fr, 1),
  ]

  var isLength: Bool { rawValue <= Unit.cqmax.rawValue }

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
  /// The sizes of scripts and of scripts of scripts of a font for formulas, relative to its size; not px.
  case scriptScale, scriptScriptScale

  /// A typical value, px, for use without a font.
  static func typical(_ font: FontStyle, _ measure: FontMeasure) -> Double {
    switch measure {
    case .xHeight, .zeroAdvance: font.size / 2
    case .capHeight: font.size * 0.7
    case .ideographAdvance: font.size
    case .scriptScale: 0.71
    case .scriptScriptScale: 0.5041
    }
  }
}
