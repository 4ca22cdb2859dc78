import Layout

/// `feConvolveMatrix` (filter-effects-1 §9.9).
struct SVGConvolution {
  enum Edge { case duplicate, wrap, none }

  /// A pixel of the input that a pixel of the result depends on.
  struct Tap {
    /// The distance in units of the kernel.
    let x, y: Int
    let factor: Float
  }

  let columns, rows: Int
  /// Without those whose factor is 0.
  let taps: [Tap]
  var bias: Float = 0
  var edge = Edge.duplicate
  var preservesAlpha = false
  /// `kernelUnitLength`, px.
  var unitX: Double?
  var unitY: Double?

  /// The longest side of a kernel.
  static let longest = 100

  /// - Parameters:
  ///   - matrix: row after row; turned by 180 degrees.
  ///   - divisor: nil or 0 for the sum of the numbers.
  /// - Returns: nil unless there are as many numbers as the kernel has places.
  init?(columns: Int, rows: Int, _ matrix: [Double], divisor: Double?, targetX: Int?, targetY: Int?) {
    guard 1...Self.longest ~= columns, 1...Self.longest ~= rows, matrix.count == columns * rows else { return nil }
    let sum = matrix.reduce(0, +)
    let divisor = divisor.flatMap { $0 == 0 ? nil : $0 } ?? (sum == 0 ? 1 : sum)
    let x = targetX ?? columns / 2
    let y = targetY ?? rows / 2
    guard 0..<columns ~= x, 0..<rows ~= y else { return nil }
    (self.columns, self.rows) = (columns, rows)
    taps = matrix.indices.compactMap { index in
      let factor = Float(matrix[matrix.count - 1 - index] / divisor)
      return factor == 0 || !factor.isFinite ? nil : Tap(x: index % columns - x, y: index / columns - y, factor: factor)
    }
  }

  /// How far the result depends on the input, px.
  var reach: Size { Size(width: Double(columns) * (unitX ?? 1), height: Double(rows) * (unitY ?? 1)) }

  /// The convolution in coordinates whose units are fractions of a box.
  func scaled(in box: Rect) -> SVGConvolution {
    var scaled = self
    (scaled.unitX, scaled.unitY) = (unitX.map { $0 * box.width }, unitY.map { $0 * box.height })
    return scaled
  }
}

extension FilterSurface {
  /// Fills everything with the convolution of another image of the same size.
  /// - Parameter area: that of the input, in pixels; what is outside depends on `edgeMode`.
  func fill(_ convolution: SVGConvolution, of input: FilterSurface, in area: Rect, _ grid: FilterGrid) {
    let pixels = input.pixels
    let (stepX, stepY) = (grid.step(convolution.unitX), grid.step(convolution.unitY))
    let columns = Self.places(area.x, area.maxX, count: width)
    let rows = Self.places(area.y, area.maxY, count: height)
    guard pixels.count == width * height, !columns.isEmpty, !rows.isEmpty else { return }
    forEachRow { y, row in
      for x in row.indices {
        var sum = SIMD4<Float>.zero
        for tap in convolution.taps {
          guard let column = convolution.edge.place(x + tap.x * stepX, in: columns),
            let line = convolution.edge.place(y + tap.y * stepY, in: rows)
          else { continue }
          let pixel = pixels[line * width + column]
          sum += (convolution.preservesAlpha ? Self.straight(pixel) : Self.components(pixel)) * tap.factor
        }
        let own = pixels[y * width + x]
        sum += convolution.bias * Float(own >> 24)
        if convolution.preservesAlpha {
          sum.w = Float(own >> 24)
          row[x] = Self.pixel(sum)
        } else {
          row[x] = Self.premultiplied(sum)
        }
      }
    }
  }

  /// The whole places between two coordinates.
  private static func places(_ start: Double, _ end: Double, count: Int) -> Range<Int> {
    let first = Int(max(0, min(start.rounded(), Double(count))))
    return first..<max(first, Int(max(0, min(end.rounded(), Double(count)))))
  }
}

extension SVGConvolution.Edge {
  /// The place of the input for a place that may be outside; nil if it is transparent.
  fileprivate func place(_ value: Int, in range: Range<Int>) -> Int? {
    if range.contains(value) { return value }
    switch self {
    case .duplicate: return max(range.lowerBound, min(value, range.upperBound - 1))
    case .wrap:
      let rest = (value - range.lowerBound) % range.count
      return range.lowerBound + (rest < 0 ? rest + range.count : rest)
    case .none: return nil
    }
  }
}
