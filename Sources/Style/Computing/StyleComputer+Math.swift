/// Computed values of the properties of formulas (MathML Core §4.3, §4.5).
extension StyleComputer {
  /// The value of `math-depth`: a number, `add()` with a number in a list, or `auto-add`.
  func mathDepth(_ value: Value) -> Int16 {
    let inherited = Int32(parent.text.math.depth)
    let depth: Int32 =
      switch value {
      case .list(let items): inherited + items.reduce(0) { $0 + Self.limited(integer($1)) }
      case .keyword(.autoAdd): parent.text.math.isCompact ? inherited + 1 : inherited
      default: integer(value)
      }
    return Int16(Self.limited(depth))
  }

  private static func limited(_ depth: Int32) -> Int32 { max(-100, min(100, depth)) }

  /// The factor between the font size of the parent and `font-size: math`: the scales of the parent's font for scripts
  /// and for scripts of scripts, and 0.71 for each further level.
  func mathScale() -> Double {
    let (from, to) = (parent.text.math.depth, style.text.math.depth)
    if from == to { return 1 }
    return max(0.01, min(100, scale(ofDepth: to) / scale(ofDepth: from)))
  }

  private func scale(ofDepth depth: Int16) -> Double {
    func measured(_ measure: FontMeasure) -> Double {
      let scale = lengths.metrics(parent.text.font, measure)
      return scale > 0.01 && scale < 1 ? scale : FontMeasure.typical(parent.text.font, measure)
    }
    switch depth {
    case 0: return 1
    case 1: return measured(.scriptScale)
    case 2...: return (2..<Int(depth)).reduce(measured(.scriptScriptScale)) { scale, _ in scale * 0.71 }
    default: return (Int(depth)..<0).reduce(1) { scale, _ in scale / 0.71 }
    }
  }
}
