import CPango

/// The constants of a font for formulas, px; percentages are fractions.
package struct MathConstants: Sendable {
  /// The values in the order of `MathConstant`.
  private var values: ContiguousArray<Double>

  /// Reads the constants of a typeface, in ems.
  init(_ typeface: Typeface) {
    let hasTable = typeface.hasMathTable
    let metrics = typeface.metrics
    values = ContiguousArray(
      MathConstant.allCases.map { constant in
        guard hasTable else { return constant.fallback(metrics) }
        let value = hb_ot_math_get_constant(typeface.font, hb_ot_math_constant_t(UInt32(constant.rawValue)))
        return Double(value) * (constant.isPercentage ? 0.01 : typeface.unit)
      })
  }

  /// The constants of a system without fonts.
  static let none = MathConstants(fallback: FontMetrics.none)

  private init(fallback metrics: FontMetrics) {
    values = ContiguousArray(MathConstant.allCases.map { $0.fallback(metrics) })
  }

  package subscript(constant: MathConstant) -> Double { values[constant.rawValue] }

  /// The sizes of scripts, and of scripts of scripts, relative to the font size.
  package var scriptScale: Double { self[.scriptPercentScaleDown] }
  package var scriptScriptScale: Double { self[.scriptScriptPercentScaleDown] }

  func scaled(by size: Double) -> MathConstants {
    var scaled = self
    for constant in MathConstant.allCases where !constant.isPercentage { scaled.values[constant.rawValue] *= size }
    return scaled
  }
}

extension TextShaper {
  /// The constants of the first available face of a font for formulas.
  @export(interface)
  package func mathConstants(_ font: FontID) -> MathConstants {
    guard let font = book.font(font), font.typeface >= 0 else { return .none }
    return book.lists.typefaces[font.typeface].mathConstants.scaled(by: Double(font.size))
  }
}
