/// What the paint properties of a box mean for the box as a whole.
extension PaintStyle {
  /// Whether the box is the containing block of all positioned descendants (css-transforms-1 §3, filter-effects-1 §5).
  var isTransformedOrFiltered: Bool {
    !transforms.isEmpty || !filters.isEmpty || willChange.contains(.containsPositioned)
  }

  /// The addresses of `mask`, `clipPath` and `filter` elements of the document.
  package var effectAddresses: [String] {
    var addresses = masks.compactMap(\.element) + filters.compactMap(\.element)
    if case .element(let address)? = clipPath?.shape { addresses.append(address) }
    return addresses
  }

  /// Whether the box is changed after it is drawn as a group.
  package var hasGroupEffects: Bool { !filters.isEmpty || maskBorder != nil || !masks.isEmpty }

  /// Whether an inline box without border that is not positioned is painted, or changes how its content is painted.
  package var paintsInlineBox: Bool {
    hasBackground || opacity < 1 || outlineStyle != .none || !boxShadows.isEmpty || borderImage != nil
      || hasGroupEffects || clipPath != nil || blendMode != nil || isIsolated
  }
}
