/// Values with `var()` and other substitution functions, which are parsed when they are computed.
extension StyleComputer {
  /// The value of a longhand after substitution of `var()`; nil if it is invalid.
  mutating func resolve(_ pending: PendingValue, _ declaration: Int32, _ property: Property) -> Value? {
    guard let shorthand = pending.shorthand else {
      return longhands(of: .longhand(property), pending, declaration)?.first?.value
    }
    // The shorthand may set the flow-relative property of a physical one.
    let isRightToLeft = style.text.direction == .rightToLeft
    return longhands(of: shorthand, pending, declaration)?.first {
      guard $0.property != property else { return true }
      guard let pair = $0.property.longhand.physical else { return false }
      return property == (isRightToLeft ? pair.rightToLeft : pair.leftToRight)
    }?.value
  }

  /// The longhands of a shorthand. It is substituted and parsed once, and not for each of its longhands.
  private mutating func longhands(
    of shorthand: Shorthand, _ pending: PendingValue, _ declaration: Int32
  ) -> ResolvedValues.Longhands? {
    if let known = resolvedShorthands.first(where: { $0.pending == pending }) { return known.longhands }
    let values = longhands(of: .shorthand(shorthand), pending, declaration)
    resolvedShorthands.append((pending, values))
    return values
  }

  /// The longhands of any property. Values that do not read the element are also shared with other elements.
  private func longhands(
    of known: KnownProperty, _ pending: PendingValue, _ declaration: Int32
  ) -> ResolvedValues.Longhands? {
    let set = style.customSet
    guard let resolved, !pending.readsElement else {
      return parse(pending, as: known, element: pending.readsElement ? element : nil) { customs.value($0, in: set) }
    }
    if let shared = resolved.known(declaration, value: { customs.value($0, in: set) }) { return shared }
    var dependencies: [(name: String, value: String?)] = []
    let longhands = parse(pending, as: known, element: nil) { name in
      let value = customs.value(name, in: set)
      dependencies.append((name, value))
      return value
    }
    resolved.add(declaration, longhands, dependencies: dependencies)
    return longhands
  }

  private func parse(
    _ pending: PendingValue, as property: KnownProperty, element: ElementReader?, value: Substitution.Lookup
  ) -> ResolvedValues.Longhands? {
    guard let text = Substitution.substitute(pending.text, value: value, element: element) else { return nil }
    var parser = ValueParser(text, base: pending.base)
    return parser.values(of: property)
  }
}
