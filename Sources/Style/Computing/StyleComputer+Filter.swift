/// Computed values of `filter`.
extension StyleComputer {
  func filters(_ value: Value) -> [FilterFunction] {
    guard case .list(let functions) = value else { return [] }
    return functions.compactMap { function in
      guard case .list(let parts) = function, case .identifier(let name)? = parts.first else { return nil }
      return filter(name, parts.count > 1 ? parts[1] : nil)
    }
  }

  private func filter(_ name: String, _ argument: Value?) -> FilterFunction? {
    switch name {
    case "url": if case .string(let address)? = argument { return .element(address) } else { return nil }
    case "blur": return .blur(argument.map { positive($0) } ?? 0)
    case "opacity": return .opacity(argument.map { max(0, min(1, number($0))) } ?? 1)
    case "drop-shadow":
      guard let shadow = argument.flatMap({ boxShadows($0).first }) else { return nil }
      // Unlike that of a box shadow, the length is the standard deviation.
      return .dropShadow(.init(x: shadow.x, y: shadow.y, deviation: shadow.blur, color: shadow.color))
    default:
      guard let filter = FilterFunction.ColorFilter(rawValue: name) else { return nil }
      if filter == .hueRotate { return .color(filter, amount: argument.map { number($0) } ?? 0) }
      return .color(filter, amount: argument.map { max(0, number($0)) } ?? 1)
    }
  }
}
