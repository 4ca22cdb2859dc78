import CPango
import Layout
import Style

/// Computes the primitives of a filter on pixels.
struct SVGFilterRunner {
  private let plan: SVGFilterPlan
  let grid: FilterGrid
  /// Draws what `feImage` shows in an area, on transparent pixels.
  let draw: (_ operations: [SVGDrawing.Operation], _ area: Rect) -> FilterSurface?
  private let content: FilterSurface
  /// The results of the steps so far; nil after their last use.
  private var results: [FilterSurface?] = []

  /// - Parameter content: the pixels of the content.
  init(
    _ plan: SVGFilterPlan, content: FilterSurface, _ grid: FilterGrid,
    draw: @escaping (_ operations: [SVGDrawing.Operation], _ area: Rect) -> FilterSurface?
  ) {
    (self.plan, self.content, self.grid, self.draw) = (plan, content, grid, draw)
  }

  /// Pixels per px.
  private var scale: Double { grid.scale }

  /// The result in sRGB; nil if there is no memory for it.
  mutating func run() -> FilterSurface? {
    var lastUses: [Int: Int] = [:]
    for (index, step) in plan.steps.enumerated() {
      for case let result? in step.inputs.map(\.result) { lastUses[result] = index }
    }
    for (index, step) in plan.steps.enumerated() {
      if step.needed.isNothing {
        results.append(nil)
      } else {
        guard let result = result(of: step) else { return nil }
        if !contains(step.area) { result.clear(outside: grid.pixels(of: step.area)) }
        results.append(result)
      }
      for case let input? in step.inputs.map(\.result) where lastUses[input] == index { results[input] = nil }
    }
    return results.last.flatMap { $0 }?.converted(isLinear: false)
  }

  /// Whether an area contains all pixels.
  private func contains(_ rect: Rect) -> Bool {
    let pixels = grid.pixels(of: rect)
    return pixels.x <= 0 && pixels.y <= 0 && pixels.maxX >= Double(content.width)
      && pixels.maxY >= Double(content.height)
  }

  /// The area of an input, outside of which it is transparent.
  func area(of input: SVGFilterPrimitive.Input) -> Rect { input.result.map { plan.steps[$0].area } ?? plan.region }

  /// An input in the colour space of a primitive, which is not to be changed; nil if it is transparent.
  func input(_ input: SVGFilterPrimitive.Input, _ step: SVGFilterPlan.Step) -> FilterSurface? {
    guard let surface = input.result.map({ results[$0] }) ?? content else { return nil }
    return input.isAlpha ? surface.alphaOnly() : surface.converted(isLinear: step.isLinear)
  }

  private func copy(_ step: SVGFilterPlan.Step) -> FilterSurface? {
    guard let first = step.inputs.first, let surface = input(first, step) else { return blank(step) }
    // What is converted is a copy.
    return surface === content || results.contains { $0 === surface } ? surface.copy() : surface
  }

  func blank(_ step: SVGFilterPlan.Step) -> FilterSurface? { content.blank(isLinear: step.isLinear) }

  private func result(of step: SVGFilterPlan.Step) -> FilterSurface? {
    switch step.operation {
    case .blur(let x, let y): return changed(step) { $0.blur(x: x * scale, y: y * scale) }
    case .matrix(let matrix): return changed(step) { $0.apply(matrix: matrix) }
    case .transfer(let functions): return changed(step) { $0.apply(functions) }
    case .morphology(let dilates, let x, let y):
      // A radius is less than the size of a surface.
      func radius(_ value: Double) -> Int { Int(min(value * scale, 30_000).rounded()) }
      return changed(step) { $0.applyMorphology(dilates: dilates, radiusX: radius(x), radiusY: radius(y)) }
    case .merge: return merged(step)
    case .composite(let composite): return self.composite(composite, step)
    case .blend(let blend): return combined(step) { $0.paint($1, blend.cairo) }
    case .flood(let color):
      let result = content.blank(isLinear: false)
      result?.fill(color)
      return result
    case .offset(let x, let y):
      return drawn(step, on: blank(step)) { $0.paint($1, x: x * scale, y: y * scale, CAIRO_OPERATOR_OVER) }
    case .shadow(let x, let y, let deviationX, let deviationY, let color):
      return drawn(step, on: content.blank(isLinear: false)) {
        $0.fill(color, through: $1, x: x * scale, y: y * scale)
        $0.blur(x: deviationX * scale, y: deviationY * scale)
      }
    case .tile:
      let result = blank(step)
      if let first = step.inputs.first, let surface = input(first, step) {
        result?.fill(tilesOf: surface, grid.pixels(of: area(of: first)))
      }
      return result
    case .turbulence, .lighting, .displacement, .convolution, .image: return effect(step)
    }
  }

  /// A copy of the first input, which `body` changes.
  private func changed(_ step: SVGFilterPlan.Step, _ body: (FilterSurface) -> Void) -> FilterSurface? {
    let result = copy(step)
    if let result { body(result) }
    return result
  }

  /// A blank surface on which `body` draws the first input, unless that is transparent.
  private func drawn(
    _ step: SVGFilterPlan.Step, on blank: FilterSurface?, _ body: (_ blank: FilterSurface, FilterSurface) -> Void
  ) -> FilterSurface? {
    if let blank, let input = step.inputs.first.flatMap({ input($0, step) }) { body(blank, input) }
    return blank
  }

  /// A copy of the first input, which is the lowest one, with the others on it.
  private func merged(_ step: SVGFilterPlan.Step) -> FilterSurface? {
    changed(step) { result in
      for case let input? in step.inputs.dropFirst().lazy.map({ input($0, step) }) {
        result.paint(input, CAIRO_OPERATOR_OVER)
      }
    }
  }

  private func composite(_ composite: SVGFilterPrimitive.Composite, _ step: SVGFilterPlan.Step) -> FilterSurface? {
    switch composite {
    case .in: combined(step) { $0.paint($1, CAIRO_OPERATOR_IN) }
    case .out: combined(step) { $0.paint($1, CAIRO_OPERATOR_OUT) }
    case .atop: combined(step) { $0.paint($1, CAIRO_OPERATOR_ATOP) }
    case .xor: combined(step) { $0.paint($1, CAIRO_OPERATOR_XOR) }
    case .lighter: combined(step) { $0.paint($1, CAIRO_OPERATOR_ADD) }
    case .arithmetic(let numbers):
      // The inputs are exchanged, and with them their factors.
      combined(step) {
        $0.combine($1, arithmetic: numbers.count == 4 ? [numbers[0], numbers[2], numbers[1], numbers[3]] : [])
      }
    }
  }

  /// A copy of the second input, which `body` combines with the first one.
  private func combined(
    _ step: SVGFilterPlan.Step, _ body: (_ second: FilterSurface, _ first: FilterSurface) -> Void
  ) -> FilterSurface? {
    guard step.inputs.count == 2, let result = blank(step), let first = input(step.inputs[0], step) ?? blank(step)
    else {
      return nil
    }
    if let second = input(step.inputs[1], step) { result.paint(second, CAIRO_OPERATOR_SOURCE) }
    body(result, first)
    return result
  }
}
