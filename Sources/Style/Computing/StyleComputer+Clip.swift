/// Computed values of `clip-path` and `clip`.
extension StyleComputer {
  func clipPath(_ value: Value) -> ClipPath? { ClipPath(value, lengths) }

  func clipRect(_ value: Value) -> ClipPath? {
    guard case .list(let edges) = value, edges.count == 4 else { return nil }
    let sides: [Double?] = edges.map { keyword($0) == .auto ? nil : number($0) }
    return ClipPath(shape: .rect(Sides(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])))
  }
}
