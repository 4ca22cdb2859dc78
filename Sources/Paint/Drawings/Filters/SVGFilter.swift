import Layout

/// The value of `filter` (filter-effects-1 §5): the primitives of `filter` elements and functions in the order in which
/// they are computed. The result of the last one is shown.
struct SVGFilter {
  /// A `filter` element or a function.
  struct Stage {
    /// The filter region (§8.2); nil for a function, which draws anywhere.
    var region: SVGRegion?
    /// `primitiveUnits`: the numbers of primitives are fractions of the box around the content.
    var usesBox = false
  }

  private(set) var stages: [Stage] = []
  private(set) var primitives: [SVGFilterPrimitive] = []

  /// The most primitives of one filter.
  static let mostPrimitives = 100

  var isEmpty: Bool { primitives.isEmpty }
  /// The work of the filter for a pixel, in proportion to the time that it takes.
  var work: Double { primitives.reduce(0) { $0 + 1 + Double($1.inputs.count) + $1.operation.work / 4 } }

  /// Whether the box around the content has to be known.
  var usesBox: Bool { stages.contains { $0.usesBox || $0.region?.usesBox == true } }

  /// Adds a `filter` element or a function, whose content is the result of what was added before.
  /// - Parameter own: refers to its own results.
  mutating func add(_ stage: Stage, _ own: [SVGFilterPrimitive]) {
    let start = primitives.count
    let content = primitives.indices.last
    for var primitive in own {
      primitive.stage = stages.count
      for index in primitive.inputs.indices {
        let result = primitive.inputs[index].result
        primitive.inputs[index].result = result.map { $0 + start } ?? content
      }
      primitives.append(primitive)
    }
    stages.append(stage)
  }

  mutating func add(_ other: SVGFilter) {
    for (index, stage) in other.stages.enumerated() { add(stage, other.primitives.filter { $0.stage == index }) }
  }

  // MARK: Content that is shown

  /// Whether the result is computed with linear colours.
  var isLinear: Bool { primitives.last?.isLinear ?? false }

  /// The filter of what is below the content if the content itself is shown unchanged above it; nil if it is changed.
  var belowContent: SVGFilter? {
    // Functions have no region.
    guard stages.count == 1 || stages.allSatisfy({ $0.region == nil }), let last = primitives.indices.last,
      let inputs = inputsBelowContent(of: last)
    else {
      return nil
    }
    var filter = self
    filter.primitives[last].operation = .merge
    filter.primitives[last].inputs = inputs
    return filter
  }

  /// What a primitive shows below the unchanged content, in order.
  private func inputsBelowContent(of index: Int) -> [SVGFilterPrimitive.Input]? {
    let primitive = primitives[index]
    guard case .merge = primitive.operation, primitive.area == SVGFilterArea(), let top = primitive.inputs.last else {
      return nil
    }
    let below = Array(primitive.inputs.dropLast())
    guard let result = top.result else { return top.isAlpha ? nil : below }
    return top.isAlpha ? nil : inputsBelowContent(of: result).map { below + $0 }
  }
}
