/// The areas of floats (css-shapes-1).
extension LonghandRows {
  mutating func addFloatAreas() {
    // `shape-margin` is computed after the shape.
    add(.shapeOutside, "shape-outside") {
      $0.keyword(.none) ?? $0.clipPath(standard: .marginBox, allowsPath: false)
    } compute: {
      $0.style.box.floatArea = $0.clipPath($1).map { .shape($0, margin: .zero) }
    } copy: {
      $0.box.floatArea = $1.box.floatArea
    } reset: {
      $0.style.box.floatArea = nil
    }
    add(.shapeMargin, "shape-margin") {
      $0.lengthPercent(0)
    } compute: {
      let margin = $0.lengthPercentage($1, isNonNegative: true)
      $0.style.box.floatArea?.margin = margin
    } copy: {
      if let margin = $1.box.floatArea?.margin { $0.box.floatArea?.margin = margin }
    } reset: {
      $0.style.box.floatArea?.margin = .zero
    }
  }
}
