import Glibc

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
    case .rotate3D:
      let n = (0..<4).map { number(argument($0)) }
      return .rotation(x: n[0], y: n[1], z: n[2], degrees: n[3])
    case .skew: return .skew(number(argument(0)), number(argument(1)))
    case .matrix:
      let n = (0..<6).map { number(argument($0)) }
      return .matrix(n[0], n[1], n[2], n[3], n[4], n[5])
    }
  }
}

extension Transform {
  /// A rotation around a vector, projected to the page (css-transforms-2 §14.1).
  fileprivate static func rotation(x: Double, y: Double, z: Double, degrees: Double) -> Transform {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite, degrees.isFinite else { return .matrix(1, 0, 0, 1, 0, 0) }
    let (x, y, z) = (x / length, y / length, z / length)
    let angle = degrees * .pi / 180
    let (sine, rest) = (sin(angle), 1 - cos(angle))
    return .matrix(
      1 + rest * (x * x - 1), z * sine + x * y * rest, -z * sine + x * y * rest, 1 + rest * (y * y - 1), 0, 0)
  }

  /// Whether it turns the front of a box away, as a rotation out of the page by more than a right angle does. The
  /// determinant of a projected rotation is the part of its axis that is left towards the viewer.
  var turnsAway: Bool {
    guard case .matrix(let a, let b, let c, let d, _, _) = self else { return false }
    return a * d - b * c < 0
  }
}
