/// Computed values of shadows and transforms.
extension StyleComputer {
  func boxShadows(_ value: Value) -> [BoxShadow] {
    guard case .shadows(let shadows) = value else { return [] }
    let current = style.text.color
    return shadows.map { shadow in
      let lengths = shadow.lengths
      return BoxShadow(
        x: number(lengths[0]), y: number(lengths[1]), blur: lengths.count > 2 ? positive(lengths[2]) : 0,
        spread: lengths.count > 3 ? number(lengths[3]) : 0,
        color: shadow.color?.resolve(current: current) ?? current, isInset: shadow.isInset)
    }
  }

  func transforms(_ value: Value) -> [Transform] {
    if case .transforms(let functions) = value { return functions.map { transform($0) } }
    return []
  }

  private func transform(_ function: SpecifiedTransform) -> Transform {
    let arguments = function.arguments
    func argument(_ index: Int) -> Value { index < arguments.count ? arguments[index] : arguments[arguments.count - 1] }
    switch function.function {
    case .translate:
      return .translate(lengthPercentage(argument(0)), arguments.count > 1 ? lengthPercentage(argument(1)) : .zero)
    case .scale: return .scale(number(argument(0)), number(argument(1)))
    case .rotate: return .rotate(number(argument(0)))
    case .skew: return .skew(number(argument(0)), number(argument(1)))
    case .matrix:
      let n = (0..<6).map { number(argument($0)) }
      return .matrix(n[0], n[1], n[2], n[3], n[4], n[5])
    }
  }
}
