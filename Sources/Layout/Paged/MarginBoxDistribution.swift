/// Distributes the width or height of a page edge among its margin boxes (css-page-3 §5.3.2).
struct MarginBoxDistribution {
  private var boxes: [MarginBoxExtent]

  init(_ boxes: [MarginBoxExtent]) { self.boxes = boxes }

  /// The border boxes, in the order of the boxes. Sizes that violate `max-*` and then `min-*` are resolved again.
  func solve(available: Double) -> [MarginBoxPosition] {
    var solver = self
    var sizes = solver.sizes(available)
    for index in boxes.indices where sizes[index] > boxes[index].most { solver.boxes[index].size = boxes[index].most }
    sizes = solver.sizes(available)
    for index in boxes.indices where sizes[index] < boxes[index].least { solver.boxes[index].size = boxes[index].least }
    sizes = solver.sizes(available)
    return boxes.indices.map { index in
      let box = boxes[index]
      let start =
        switch box.position {
        case 0: 0.0
        case 1: (available - sizes[index]) / 2
        default: available - sizes[index]
        }
      return MarginBoxPosition(start: start + box.before, size: max(0, sizes[index] - box.before - box.after))
    }
  }

  /// Outer sizes.
  private func sizes(_ available: Double) -> [Double] {
    func index(_ position: Int) -> Int? { boxes.firstIndex { $0.position == position } }
    var sizes = boxes.map { $0.size ?? 0 }
    let (first, middle, last) = (index(0), index(1), index(2))
    guard let middle else {
      let (a, b) = Self.share(first.map { boxes[$0] }, last.map { boxes[$0] }, available)
      if let first { sizes[first] = a }
      if let last { sizes[last] = b }
      return sizes
    }
    // The middle box shares the space with an imaginary one, twice as large as the larger of its neighbours.
    let sides = [first, last].compactMap { $0.map { boxes[$0] } }
    if !sides.isEmpty || boxes[middle].size == nil {
      var both = MarginBoxExtent(
        position: 0, before: 0, after: 0, minContent: 2 * (sides.map { $0.size ?? $0.minContent }.max() ?? 0),
        maxContent: 2 * (sides.map { $0.size ?? $0.maxContent }.max() ?? 0), size: nil, least: 0, most: .infinity)
      if !sides.isEmpty, sides.allSatisfy({ $0.size != nil }) { both.size = 2 * (sides.compactMap(\.size).max() ?? 0) }
      sizes[middle] = sides.isEmpty ? available : Self.share(boxes[middle], both, available, weights: (1, 2)).0
    }
    if let size = boxes[middle].size { sizes[middle] = size }
    for side in [first, last].compactMap({ $0 }) {
      sizes[side] = boxes[side].size ?? max(0, (available - sizes[middle]) / 2)
    }
    return sizes
  }

  /// Two boxes next to each other: a single `auto` one takes the space the other leaves; two are resolved by flex
  /// factors.
  private static func share(
    _ a: MarginBoxExtent?, _ b: MarginBoxExtent?, _ available: Double, weights: (Double, Double) = (1, 1)
  ) -> (Double, Double) {
    guard let a else { return (0, b?.size ?? available) }
    guard let b else { return (a.size ?? available, 0) }
    switch (a.size, b.size) {
    case (let a?, let b?): return (a, b)
    case (let a?, nil): return (a, max(0, available - a))
    case (nil, let b?): return (max(0, available - b), b)
    case (nil, nil): break
    }
    func flex(_ baseA: Double, _ baseB: Double, _ factorA: Double, _ factorB: Double) -> (Double, Double) {
      let (factorA, factorB) = factorA + factorB > 0 ? (factorA, factorB) : weights
      let rest = available - baseA - baseB
      return (baseA + rest * factorA / (factorA + factorB), baseB + rest * factorB / (factorA + factorB))
    }
    if a.maxContent + b.maxContent < available {
      return flex(a.maxContent, b.maxContent, a.maxContent, b.maxContent)
    }
    if a.minContent + b.minContent < available {
      return flex(a.minContent, b.minContent, a.maxContent - a.minContent, b.maxContent - b.minContent)
    }
    return flex(a.minContent, b.minContent, a.minContent, b.minContent)
  }
}
