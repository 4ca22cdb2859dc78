/// The constants of the MATH table of OpenType, in the order of the table.
package enum MathConstant: Int, CaseIterable, Sendable {
  case scriptPercentScaleDown, scriptScriptPercentScaleDown, delimitedSubFormulaMinHeight, displayOperatorMinHeight
  case mathLeading, axisHeight, accentBaseHeight, flattenedAccentBaseHeight
  case subscriptShiftDown, subscriptTopMax, subscriptBaselineDropMin
  case superscriptShiftUp, superscriptShiftUpCramped, superscriptBottomMin, superscriptBaselineDropMax
  case subSuperscriptGapMin, superscriptBottomMaxWithSubscript, spaceAfterScript
  case upperLimitGapMin, upperLimitBaselineRiseMin, lowerLimitGapMin, lowerLimitBaselineDropMin
  case stackTopShiftUp, stackTopDisplayStyleShiftUp, stackBottomShiftDown, stackBottomDisplayStyleShiftDown
  case stackGapMin, stackDisplayStyleGapMin
  case stretchStackTopShiftUp, stretchStackBottomShiftDown, stretchStackGapAboveMin, stretchStackGapBelowMin
  case fractionNumeratorShiftUp, fractionNumeratorDisplayStyleShiftUp
  case fractionDenominatorShiftDown, fractionDenominatorDisplayStyleShiftDown
  case fractionNumeratorGapMin, fractionNumDisplayStyleGapMin, fractionRuleThickness
  case fractionDenominatorGapMin, fractionDenomDisplayStyleGapMin
  case skewedFractionHorizontalGap, skewedFractionVerticalGap
  case overbarVerticalGap, overbarRuleThickness, overbarExtraAscender
  case underbarVerticalGap, underbarRuleThickness, underbarExtraDescender
  case radicalVerticalGap, radicalDisplayStyleVerticalGap, radicalRuleThickness, radicalExtraAscender
  case radicalKernBeforeDegree, radicalKernAfterDegree, radicalDegreeBottomRaisePercent

  /// Whether it is a percentage and no length.
  var isPercentage: Bool {
    switch self {
    case .scriptPercentScaleDown, .scriptScriptPercentScaleDown, .radicalDegreeBottomRaisePercent: true
    default: false
    }
  }

  /// The value for fonts without a MATH table, as browsers have it (MathML Core §5.1): in ems, or a fraction.
  func fallback(_ metrics: FontMetrics) -> Double {
    let (xHeight, line) = (metrics.xHeight, metrics.underlineThickness)
    return switch self {
    case .scriptPercentScaleDown: 0.71
    case .scriptScriptPercentScaleDown: 0.5041
    case .axisHeight, .accentBaseHeight: xHeight / 2
    case .subscriptShiftDown: xHeight / 3
    case .subscriptBaselineDropMin, .superscriptBaselineDropMax: xHeight / 2
    case .subscriptTopMax, .superscriptBottomMaxWithSubscript: xHeight * 4 / 5
    case .superscriptShiftUp, .superscriptShiftUpCramped: xHeight
    case .superscriptBottomMin: xHeight / 4
    case .spaceAfterScript: metrics.descent
    case .subSuperscriptGapMin: 4 * line
    case .stackGapMin, .overbarVerticalGap, .underbarVerticalGap, .fractionNumDisplayStyleGapMin,
      .fractionDenomDisplayStyleGapMin:
      3 * line
    case .stackDisplayStyleGapMin: 7 * line
    case .fractionNumeratorGapMin, .fractionDenominatorGapMin, .fractionRuleThickness, .overbarRuleThickness,
      .overbarExtraAscender, .underbarRuleThickness, .underbarExtraDescender, .radicalRuleThickness,
      .radicalExtraAscender:
      line
    case .radicalVerticalGap: line * 5 / 4
    case .radicalDisplayStyleVerticalGap: line + xHeight / 4
    case .radicalKernBeforeDegree: 5.0 / 18
    case .radicalKernAfterDegree: -10.0 / 18
    case .radicalDegreeBottomRaisePercent: 0.6
    default: 0
    }
  }
}
