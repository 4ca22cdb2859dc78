import Style

/// The contributions of an item to the tracks it spans, including margins (css-grid-2 §12.5, css-sizing-3 §5), px.
struct GridContribution {
  var range: Range<Int>
  var minimum: Double
  var minContent: Double
  var maxContent: Double
  /// Whether the item spans a track with a flexible maximum.
  var isFlexible = false
}

/// The space that tracks are sized in.
enum GridSpace: Equatable {
  case definite(Double)
  /// The block axis of a grid whose height depends on its rows.
  case indefinite
  case minContent
  case maxContent

  var extent: Double? {
    if case .definite(let extent) = self { return extent }
    return nil
  }

  var isContentConstraint: Bool { self == .minContent || self == .maxContent }
}

/// The track sizing algorithm (css-grid-2 §12.3 to §12.8).
extension GridTracks {
  /// - Parameter stretches: `auto` tracks share the remaining space (`normal` or `stretch` content distribution).
  mutating func size(_ contributions: [GridContribution], in space: GridSpace, stretches: Bool) {
    for index in tracks.indices { tracks[index].startSizing() }
    if tracks.contains(where: \.isIntrinsic) { resolveIntrinsicSizes(contributions, space) }
    for index in tracks.indices where tracks[index].limit.isInfinite { tracks[index].limit = tracks[index].base }
    maximize(space)
    if tracks.contains(where: \.isFlexible) { expandFlexible(contributions, space) }
    if stretches { stretchAuto(space) }
  }

  // MARK: - Intrinsic sizes (§12.5)

  private mutating func resolveIntrinsicSizes(_ contributions: [GridContribution], _ space: GridSpace) {
    for item in contributions where item.range.count == 1 && !item.isFlexible { grow(item, space) }
    raiseLimits()
    var spanning = contributions.filter { $0.range.count > 1 && !$0.isFlexible }
    spanning.sort { $0.range.count < $1.range.count }
    var start = 0
    while start < spanning.count {
      var end = start + 1
      while end < spanning.count, spanning[end].range.count == spanning[start].range.count { end += 1 }
      accommodate(spanning[start..<end], space)
      start = end
    }
    let flexible = contributions.filter(\.isFlexible)
    if !flexible.isEmpty { accommodateFlexible(flexible[...], space) }
  }

  /// An item in one track (step 2).
  private mutating func grow(_ item: GridContribution, _ space: GridSpace) {
    let index = item.range.lowerBound
    var base = tracks[index].base
    switch tracks[index].minimum {
    case .fixed: break
    case .minContent: base = Swift.max(base, item.minContent)
    case .maxContent: base = Swift.max(base, item.maxContent)
    case .auto: base = Swift.max(base, automaticMinimum(item, space))
    }
    tracks[index].base = base
    let wanted: Double
    switch tracks[index].maximum {
    case .fixed, .fraction: return
    case .minContent: wanted = item.minContent
    case .auto, .maxContent: wanted = item.maxContent
    case .fitContent(let most): wanted = Swift.min(item.maxContent, most)
    }
    let limit = tracks[index].limit
    tracks[index].limit = limit.isInfinite ? wanted : Swift.max(limit, wanted)
  }

  /// The contribution of an item to one track with an `auto` minimum, as step 3 would yield for a span of 1.
  private func automaticMinimum(_ item: GridContribution, _ space: GridSpace) -> Double {
    switch space {
    case .minContent: limited(item.minContent, item)
    case .maxContent: limited(Swift.max(item.minContent, item.maxContent), item)
    case .definite, .indefinite: item.minimum
    }
  }

  /// A contribution limited by fixed maximums, but at least the minimum contribution.
  private func limited(_ contribution: Double, _ item: GridContribution) -> Double {
    Swift.max(item.minimum, Swift.min(contribution, fixedMaximum(item.range) ?? .infinity))
  }

  private mutating func raiseLimits() {
    for index in tracks.indices { tracks[index].limit = Swift.max(tracks[index].limit, tracks[index].base) }
  }

  /// Items that span the same number of tracks, none of them flexible (step 3).
  private mutating func accommodate(_ items: ArraySlice<GridContribution>, _ space: GridSpace) {
    distribute(items, .bases, to: { $0.hasIntrinsicMinimum }, preferring: { $0.hasIntrinsicMaximum }) { tracks, item in
      space.isContentConstraint ? tracks.limited(item.minContent, item) : item.minimum
    }
    distribute(
      items, .bases, to: { $0.minimum == .minContent || $0.minimum == .maxContent },
      preferring: { $0.hasIntrinsicMaximum }
    ) { $1.minContent }
    if space == .maxContent {
      distribute(
        items, .bases, to: { $0.minimum == .auto || $0.minimum == .maxContent }, preferring: { $0.hasMaxContentMaximum }
      ) { $0.limited($1.maxContent, $1) }
    }
    distribute(items, .bases, to: { $0.minimum == .maxContent }, preferring: { $0.hasMaxContentMaximum }) {
      $1.maxContent
    }
    raiseLimits()
    distribute(items, .limits, to: { $0.hasIntrinsicMaximum }, preferring: { $0.fixedMaximum == nil }) { $1.minContent }
    distribute(items, .limits, to: { $0.hasMaxContentMaximum }, preferring: { $0.fixedMaximum == nil }) {
      $1.maxContent
    }
    for index in tracks.indices { tracks[index].growsWithoutEnd = false }
  }

  /// All items that span a flexible track; only the flexible tracks grow (step 4).
  private mutating func accommodateFlexible(_ items: ArraySlice<GridContribution>, _ space: GridSpace) {
    distribute(items, .bases, to: { $0.isFlexible && $0.hasIntrinsicMinimum }, preferring: { _ in true }) {
      tracks, item in
      space.isContentConstraint ? tracks.limited(item.minContent, item) : item.minimum
    }
    distribute(
      items, .bases, to: { $0.isFlexible && ($0.minimum == .minContent || $0.minimum == .maxContent) },
      preferring: { _ in true }
    ) { $1.minContent }
    if space == .maxContent {
      distribute(
        items, .bases, to: { $0.isFlexible && ($0.minimum == .auto || $0.minimum == .maxContent) },
        preferring: { _ in true }
      ) { $0.limited($1.maxContent, $1) }
    }
    distribute(items, .bases, to: { $0.isFlexible && $0.minimum == .maxContent }, preferring: { _ in true }) {
      $1.maxContent
    }
    raiseLimits()
  }

  // MARK: - Maximize tracks (§12.6)

  private mutating func maximize(_ space: GridSpace) {
    switch space {
    case .minContent: return
    case .maxContent, .indefinite:
      for index in tracks.indices { tracks[index].base = tracks[index].limit }
    case .definite(let extent):
      var free = extent - total
      guard free > 0 else { return }
      let growing = tracks.indices.filter { tracks[$0].limit > tracks[$0].base }
        .sorted { tracks[$0].limit - tracks[$0].base < tracks[$1].limit - tracks[$1].base }
      for (position, index) in growing.enumerated() {
        let growth = Swift.min(free / Double(growing.count - position), tracks[index].limit - tracks[index].base)
        tracks[index].base += growth
        free -= growth
      }
    }
  }

  // MARK: - Flexible tracks (§12.7)

  private mutating func expandFlexible(_ contributions: [GridContribution], _ space: GridSpace) {
    var fraction = 0.0
    switch space {
    case .minContent: break
    case .definite(let extent): fraction = sizeOfFraction(tracks.indices, in: extent)
    case .maxContent, .indefinite:
      for track in tracks {
        if let factor = track.flexFactor { fraction = Swift.max(fraction, track.base / Swift.max(1, factor)) }
      }
      for item in contributions where item.isFlexible {
        fraction = Swift.max(fraction, sizeOfFraction(item.range, in: item.maxContent))
      }
    }
    for index in tracks.indices {
      if let factor = tracks[index].flexFactor { tracks[index].base = Swift.max(tracks[index].base, fraction * factor) }
    }
  }

  /// The size of one `fr` that fills a space (§12.7.1).
  private func sizeOfFraction(_ range: Range<Int>, in extent: Double) -> Double {
    var leftover = extent - gutters(range)
    var factors = 0.0
    var flexible: [(base: Double, factor: Double)] = []
    for index in range {
      // A factor of 0 never takes more than the base size.
      if let factor = tracks[index].flexFactor, factor > 0 {
        flexible.append((tracks[index].base, factor))
        factors += factor
      } else {
        leftover -= tracks[index].base
      }
    }
    // Tracks whose base size exceeds their share are treated as inflexible, the largest excess first.
    flexible.sort { $0.base * $1.factor > $1.base * $0.factor }
    for track in flexible {
      let fraction = leftover / Swift.max(1, factors)
      guard fraction * track.factor < track.base else { return Swift.max(0, fraction) }
      leftover -= track.base
      factors -= track.factor
    }
    return 0
  }

  // MARK: - Stretch auto tracks (§12.8)

  private mutating func stretchAuto(_ space: GridSpace) {
    guard case .definite(let extent) = space else { return }
    let free = extent - total
    let stretched = tracks.indices.filter { tracks[$0].maximum == .auto }
    guard free > 0, !stretched.isEmpty else { return }
    for index in stretched { tracks[index].base += free / Double(stretched.count) }
  }
}
