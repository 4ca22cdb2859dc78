/// Computed values of `clip-path` and `clip`.
extension StyleComputer {
  func clipPath(_ value: Value) -> ClipPath? {
    guard case .list(let parts) = value, let first = parts.first else { return nil }
    var path = ClipPath(shape: .box)
    switch keyword(first) {
    case .paddingBox?: path.box = .paddingBox
    case .contentBox?: path.box = .contentBox
    case .marginBox?: path.box = .marginBox
    default: path.box = .borderBox
    }
    guard parts.count > 1, case .identifier(let name) = parts[1] else { return path }
    let values = Array(parts.dropFirst(2))
    switch name {
    case "inset" where values.count == 12:
      let lengths = values.map { lengthPercentage($0) }
      var radius = Corners(Pair(lengths[4], lengths[5]))
      radius.topRight = Pair(lengths[6], lengths[7])
      radius.bottomRight = Pair(lengths[8], lengths[9])
      radius.bottomLeft = Pair(lengths[10], lengths[11])
      path.shape = .inset(
        Sides(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3]), radius: radius)
    case "polygon" where values.count > 2:
      let points = stride(from: 1, to: values.count - 1, by: 2).map {
        Pair(lengthPercentage(values[$0]), lengthPercentage(values[$0 + 1]))
      }
      path.shape = .polygon(points, isEvenOdd: values[0] == .number(1))
    case "url" where values.count == 1:
      if case .string(let address) = values[0] { path.shape = .element(address) }
    case "path" where values.count == 2:
      guard case .string(let data) = values[1] else { break }
      path.shape = .path(data, isEvenOdd: values[0] == .number(1))
    case "circle" where values.count == 4, "ellipse" where values.count == 4:
      path.shape = .ellipse(
        radii: Pair(clipRadius(values[0]), clipRadius(values[1])),
        center: Pair(lengthPercentage(values[2]), lengthPercentage(values[3])), isCircle: name == "circle")
    default: break
    }
    return path
  }

  private func clipRadius(_ value: Value) -> ClipPath.Radius {
    switch keyword(value) {
    case .closestSide?: .closestSide
    case .farthestSide?: .farthestSide
    default: .length(lengthPercentage(value, isNonNegative: true))
    }
  }

  func clipRect(_ value: Value) -> ClipPath? {
    guard case .list(let edges) = value, edges.count == 4 else { return nil }
    let sides: [Double?] = edges.map { keyword($0) == .auto ? nil : number($0) }
    return ClipPath(shape: .rect(Sides(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])))
  }
}
