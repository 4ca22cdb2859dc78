import TextShaping

/// Baselines of text (SVG 2 §11.10.2).
extension SVGStyle {
  /// The distance from the position of text down to its baseline (css-inline-3 §3.1, §4).
  /// - Parameter isCentred: whether the baseline is the central one, which is dominant then.
  func baselineOffset(_ metrics: FontMetrics, isCentred: Bool) -> Double {
    let baseline = text.shift.alignment ?? text.baseline
    var own = 0.0
    if !isCentred {
      own = Self.distance(from: baseline, metrics)
    } else if baseline != "auto" {
      own = Self.distance(from: baseline, metrics) - Self.distance(from: "central", metrics)
    }
    return own - text.shift.height(metrics, size: text.font.size)
  }

  /// The distance from a baseline down to the alphabetic one.
  private static func distance(from baseline: String, _ metrics: FontMetrics) -> Double {
    switch baseline {
    case "middle": metrics.xHeight / 2
    case "central": (metrics.ascent - metrics.descent) / 2
    case "hanging": metrics.ascent * 0.8
    case "mathematical": metrics.ascent / 2
    case "text-before-edge", "before-edge", "text-top", "top": metrics.ascent
    case "text-after-edge", "after-edge", "text-bottom", "bottom", "ideographic": -metrics.descent
    default: 0
    }
  }
}
