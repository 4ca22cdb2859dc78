/// The properties of formulas (MathML Core §4.3 to §4.5). The font size depends on them.
extension LonghandRows {
  mutating func addMath() {
    add(
      .mathStyle, "math-style", \.text.math.isCompact, .inherited, keywords: [.normal: false, .compact: true])
    add(
      .mathShift, "math-shift", \.text.math.isCramped, .inherited, keywords: [.normal: false, .compact: true])
    add(.mathDepth, "math-depth", \.text.math.depth, .inherited) {
      $0.mathDepth()
    } computed: {
      $0.mathDepth($1)
    }
  }
}

extension ValueParser {
  /// `auto-add`, `add(<integer>)` or an integer.
  mutating func mathDepth() -> Value? {
    keyword(.autoAdd) ?? function("add") { $0.integer().map { .list([$0]) } } ?? integer()
  }
}
