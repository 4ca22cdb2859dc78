/// Computed values of the common value types.
extension StyleComputer {
  /// A length in px, a number, or an angle in degrees. A percentage is a fraction of 1; percentages in math functions
  /// are 0.
  func number(_ value: Value) -> Double { lengths.number(value) }

  func integer(_ value: Value) -> Int32 {
    Int32(max(-2_147_483_000, min(2_147_483_000, (number(value) + 0.5).rounded(.down))))
  }

  func lengthPercentage(_ value: Value, isNonNegative: Bool = false) -> LengthPercentage {
    lengths.lengthPercentage(value, isNonNegative: isNonNegative)
  }

  func margin(_ value: Value) -> MarginValue {
    value == .keyword(.auto) ? .auto : .length(lengthPercentage(value))
  }

  /// A value of a property that excludes negative values. The parser cannot check math functions.
  func positive(_ value: Value) -> Double { max(0, number(value)) }

  func size(_ value: Value) -> SizeValue {
    switch value {
    case .keyword(let keyword):
      switch keyword {
      case .minContent: .minContent
      case .maxContent: .maxContent
      case .fitContent: .fitContent(nil)
      case .stretch: .stretch
      case .content: .content
      default: .auto
      }
    case .list(let parts) where parts.count == 2: .fitContent(lengthPercentage(parts[1], isNonNegative: true))
    default: .length(lengthPercentage(value, isNonNegative: true))
    }
  }

  func color(_ value: Value) -> Color { color(value, current: style.text.color) }

  /// - Parameter current: the value of `currentcolor`.
  func color(_ value: Value, current: Color) -> Color {
    if case .color(let color) = value { return color.resolve(current: current) }
    return current
  }

  func pair(_ value: Value, isNonNegative: Bool = false) -> Pair<LengthPercentage> {
    guard case .list(let parts) = value, parts.count == 2 else { return Pair(.zero, .zero) }
    return Pair(
      lengthPercentage(parts[0], isNonNegative: isNonNegative), lengthPercentage(parts[1], isNonNegative: isNonNegative)
    )
  }

  /// The items of a list; any other value is a list of one item.
  func items(_ value: Value) -> [Value] {
    if case .list(let items) = value { return items }
    return [value]
  }

  func keyword(_ value: Value) -> Keyword? {
    if case .keyword(let keyword) = value { return keyword }
    return nil
  }

  func image(_ value: Value) -> BackgroundImage {
    switch value {
    case .url(let url): .url(url)
    case .gradient(let gradient): self.gradient(gradient)
    default: .none
    }
  }

  func gradient(_ gradient: SpecifiedGradient) -> BackgroundImage {
    var stops = gradientStops(gradient.stops)
    if let space = gradient.space { stops = space.fill(stops) }
    switch gradient.shape {
    case .linear(let line):
      return .linearGradient(LinearGradient(line: line, stops: stops, isRepeating: gradient.isRepeating))
    case .radial(let isCircle, let radius, let center):
      let computed: RadialGradient.Radius =
        switch radius {
        case .extent(let extent): .extent(extent)
        case .lengths(let x, let y):
          .lengths(lengthPercentage(x, isNonNegative: true), lengthPercentage(y, isNonNegative: true))
        }
      return .radialGradient(
        RadialGradient(
          isCircle: isCircle, radius: computed, center: Pair(lengthPercentage(center[0]), lengthPercentage(center[1])),
          stops: stops, isRepeating: gradient.isRepeating))
    case .conic(let start, let center):
      return .conicGradient(
        ConicGradient(
          start: start, center: Pair(lengthPercentage(center[0]), lengthPercentage(center[1])), stops: stops,
          isRepeating: gradient.isRepeating))
    }
  }

  private func gradientStops(_ stops: [SpecifiedGradient.Stop]) -> [GradientStop] {
    let current = style.text.color
    return stops.indices.map { index in
      let position = stops[index].position.map { lengthPercentage($0) }
      if let color = stops[index].color {
        return GradientStop(color: color.resolve(current: current), position: position)
      }
      // A hint is the position of the mean colour of the adjacent stops.
      let before = stops[index - 1].color?.resolve(current: current) ?? current
      let after = stops[index + 1].color?.resolve(current: current) ?? current
      var hint = GradientStop(color: before.middle(after), position: position)
      hint.isHint = true
      return hint
    }
  }
}

extension Color {
  fileprivate func middle(_ other: Color) -> Color {
    Color(
      red: (red + other.red) / 2, green: (green + other.green) / 2, blue: (blue + other.blue) / 2,
      alpha: (alpha + other.alpha) / 2)
  }
}
