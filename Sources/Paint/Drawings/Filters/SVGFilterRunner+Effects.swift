import Layout

/// Primitives that compute each pixel from numbers or from other pixels.
extension SVGFilterRunner {
  /// The result of one of them; nil if there is no memory for it.
  func effect(_ step: SVGFilterPlan.Step) -> FilterSurface? {
    guard case .image(let image) = step.operation else {
      let result = blank(step)
      if let result { fill(result, step) }
      return result
    }
    return draw(image.operations(in: step.area), step.area)
  }

  private func fill(_ result: FilterSurface, _ step: SVGFilterPlan.Step) {
    let first = step.inputs.first.flatMap { input($0, step) }
    switch step.operation {
    case .turbulence(let turbulence): result.fill(NoiseField(turbulence, in: step.area), grid)
    case .lighting(let lighting): result.fill(lighting, on: first, grid)
    case .displacement(let displacement):
      guard let first, step.inputs.count == 2 else { return }
      result.fill(displacement, of: first, map: input(step.inputs[1], step), grid)
    case .convolution(let convolution):
      guard let first, let input = step.inputs.first else { return }
      result.fill(convolution, of: first, in: grid.pixels(of: area(of: input)), grid)
    default: break
    }
  }
}
