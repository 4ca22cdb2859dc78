import Layout

/// `feDisplacementMap` (filter-effects-1 §9.10): the pixels of the first input are moved by two components of the
/// second.
struct SVGDisplacement {
  /// px for a component of 1 more.
  var x, y: Double
  /// Red, green, blue or alpha.
  var channelX = 3
  var channelY = 3

  /// How far pixels are moved at most, px.
  var reach: Size { Size(width: abs(x) / 2, height: abs(y) / 2) }
}

extension FilterSurface {
  /// Fills everything with the pixels of another image, moved by those of a map.
  func fill(_ displacement: SVGDisplacement, of input: FilterSurface, map: FilterSurface?, _ grid: FilterGrid) {
    let (pixels, moves) = (input.pixels, map?.pixels)
    guard pixels.count == width * height, moves.map({ $0.count == pixels.count }) ?? true else { return }
    let (scaleX, scaleY) = (displacement.x * grid.scale, displacement.y * grid.scale)
    func place(_ start: Int, _ move: Double, _ count: Int) -> Int? {
      let place = (Double(start) + move).rounded()
      return place >= 0 && place < Double(count) ? Int(place) : nil
    }
    forEachRow { y, row in
      for x in row.indices {
        let move = moves.map { Self.straight($0[y * width + x]) / 255 - 0.5 } ?? SIMD4(repeating: -0.5)
        guard let column = place(x, scaleX * Double(move[displacement.channelX]), width),
          let line = place(y, scaleY * Double(move[displacement.channelY]), height)
        else { continue }
        row[x] = pixels[line * width + column]
      }
    }
  }
}
