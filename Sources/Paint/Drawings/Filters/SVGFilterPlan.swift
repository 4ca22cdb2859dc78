import Layout

/// The primitives of a filter in px of the coordinates of the content: where each draws, and where its result is needed.
struct SVGFilterPlan {
  struct Step {
    let operation: SVGFilterPrimitive.Operation
    let inputs: [SVGFilterPrimitive.Input]
    let isLinear: Bool
    /// The area outside of which the result is transparent.
    let area: Rect
    /// The part of the area that may have pixels.
    let extent: Rect
    /// The least standard deviation of the blurs of what the result shows, px; 0 if it has sharp edges.
    let deviation: Double
    /// The part of the extent on which the result of the filter depends.
    var needed = Rect.nothing

    fileprivate var work: Double { operation.work + Double(inputs.count) * (isLinear ? 3 : 1) }
  }

  private(set) var steps: [Step] = []
  /// The filter region of the content.
  let region: Rect
  private let content: Rect
  private var neededContent = Rect.nothing

  /// - Parameters:
  ///   - box: that around the content, to which units refer.
  ///   - ink: where the content may draw; nil if it may draw anywhere.
  ///   - visible: where the result can be seen.
  init(_ filter: SVGFilter, box: Rect, ink: Rect?, visible: Rect) {
    region = filter.stages.first?.region?.area(in: box) ?? .everything
    content = (ink ?? .everything).intersection(region)
    for primitive in filter.primitives { add(primitive, filter.stages[primitive.stage], box) }
    findNeeded(visible)
  }

  private mutating func add(_ primitive: SVGFilterPrimitive, _ stage: SVGFilter.Stage, _ box: Rect) {
    let region = stage.region?.area(in: box) ?? .everything
    let area = primitive.area.resolved(in: region, box: stage.usesBox ? box : nil)
    let operation = stage.usesBox ? primitive.operation.scaled(in: box) : primitive.operation
    let inputs = primitive.inputs.map { extent($0) }
    let deviations = zip(primitive.inputs, inputs).filter { !$1.isNothing }.map { self.deviation($0.0) }
    steps.append(
      Step(
        operation: operation, inputs: primitive.inputs, isLinear: primitive.isLinear, area: area,
        extent: operation.extent(inputs, in: area).intersection(area),
        deviation: operation.deviation(deviations.min() ?? .infinity, fillsRegion: primitive.area == SVGFilterArea())))
  }

  private func extent(_ input: SVGFilterPrimitive.Input) -> Rect { input.result.map { steps[$0].extent } ?? content }
  private func deviation(_ input: SVGFilterPrimitive.Input) -> Double { input.result.map { steps[$0].deviation } ?? 0 }

  /// Finds what each primitive has to draw, from the last one back.
  private mutating func findNeeded(_ visible: Rect) {
    guard let last = steps.indices.last else { return }
    steps[last].needed = steps[last].extent.intersection(visible)
    for index in steps.indices.reversed() where !steps[index].needed.isNothing {
      let step = steps[index]
      for input in step.inputs {
        let needed = step.operation.neededInput(step.needed, of: extent(input)).intersection(extent(input))
        if let result = input.result {
          steps[result].needed = steps[result].needed.joined(needed)
        } else {
          neededContent = neededContent.joined(needed)
        }
      }
    }
  }

  /// The area of all pixels that are needed.
  var area: Rect { steps.reduce(neededContent) { $0.joined($1.needed) } }

  /// The standard deviation of the result's blur, px; 0 if it has sharp edges.
  var deviation: Double { steps.last.map { $0.deviation.isFinite ? $0.deviation : 0 } ?? 0 }

  /// How often the pixels are changed, in proportion to the time that it takes.
  var work: Double { steps.reduce(2) { $0 + $1.work } }
}

extension SVGFilterPrimitive.Operation {
  /// Where the result may have pixels.
  fileprivate func extent(_ inputs: [Rect], in area: Rect) -> Rect {
    let first = inputs.first ?? .nothing
    switch self {
    case .blur(let x, let y): return first.enlarged(x: 3 * x, y: 3 * y)
    case .offset(let x, let y): return first.offset(x: x, y: y)
    case .shadow(let x, let y, let dx, let dy, let color):
      return color.alpha > 0 ? first.offset(x: x, y: y).enlarged(x: 3 * dx, y: 3 * dy) : .nothing
    case .flood(let color): return color.alpha > 0 ? area : .nothing
    case .matrix(let matrix): return matrix[19] > 0 ? area : first
    case .transfer(let functions): return functions.keepsTransparency ? first : area
    case .morphology(let dilates, let x, let y): return dilates ? first.enlarged(x: x, y: y) : first
    case .tile: return first.isNothing ? .nothing : area
    case .turbulence, .lighting, .image: return area
    case .displacement(let displacement):
      return first.enlarged(x: displacement.reach.width, y: displacement.reach.height)
    case .convolution(let convolution):
      return convolution.bias != 0
        ? area : first.enlarged(x: convolution.reach.width, y: convolution.reach.height)
    case .composite(.in) where inputs.count > 1: return first.intersection(inputs[1])
    case .composite(.out): return first
    case .composite(.atop) where inputs.count > 1: return inputs[1]
    case .composite(.arithmetic(let numbers)) where numbers[3] > 0: return area
    case .merge, .composite, .blend: return inputs.reduce(.nothing) { $0.joined($1) }
    }
  }

  /// The part of an input on which a part of the result depends, or more.
  fileprivate func neededInput(_ part: Rect, of input: Rect) -> Rect {
    switch self {
    case .blur(let x, let y): part.enlarged(x: 3 * x, y: 3 * y)
    case .offset(let x, let y): part.offset(x: -x, y: -y)
    case .shadow(let x, let y, let dx, let dy, _): part.offset(x: -x, y: -y).enlarged(x: 3 * dx, y: 3 * dy)
    case .morphology(_, let x, let y): part.enlarged(x: x, y: y)
    case .tile: input
    case .lighting(let lighting): part.enlarged(x: lighting.unitX ?? 1, y: lighting.unitY ?? 1)
    case .displacement(let displacement):
      part.enlarged(x: displacement.reach.width, y: displacement.reach.height)
    case .convolution(let convolution):
      convolution.edge == .wrap
        ? input : part.enlarged(x: convolution.reach.width, y: convolution.reach.height)
    default: part
    }
  }

  /// The least standard deviation of what the result shows.
  /// - Parameters:
  ///   - input: that of the inputs.
  ///   - fillsRegion: whether the operation is not limited to a part of the filter region.
  fileprivate func deviation(_ input: Double, fillsRegion: Bool) -> Double {
    guard fillsRegion else { return 0 }
    switch self {
    case .blur(let x, let y), .shadow(_, _, let x, let y, _): return max(min(x, y), input.isFinite ? input : 0)
    case .flood: return .infinity
    case .tile, .turbulence, .lighting, .displacement, .convolution, .image: return 0
    // What changes the alpha much makes edges sharp.
    case .matrix(let matrix): return matrix[15..<20].allSatisfy { abs($0) <= 2 } ? input : 0
    case .transfer(let functions): return functions.keepsAlpha ? input : 0
    case .composite(.arithmetic(let numbers)): return numbers.allSatisfy { abs($0) <= 2 } ? input : 0
    default: return input
    }
  }
}

extension Rect {
  static let nothing = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Larger than any drawing.
  static let everything = Rect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)

  var isNothing: Bool { !(width > 0 && height > 0) }

  /// The box around both. A rectangle without an area does not count.
  func joined(_ other: Rect) -> Rect { isNothing ? other : other.isNothing ? self : union(other) }

  func enlarged(x dx: Double, y dy: Double) -> Rect {
    isNothing ? self : Rect(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
  }
}
