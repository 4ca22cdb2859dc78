/// Distributing extra space across spanned tracks (css-grid-2 §12.5.1).
extension GridTracks {
  /// The size of the tracks that is increased.
  enum Growing { case bases, limits }

  /// Increases tracks until the contributions of the items fit. Items of one call do not see each other's increase.
  ///
  /// - Parameters:
  ///   - accepts: selects the tracks that take space.
  ///   - prefers: selects those that grow beyond their limits.
  ///   - wanted: the contribution of an item, including gutters.
  mutating func distribute(
    _ items: ArraySlice<GridContribution>, _ growing: Growing, to accepts: (GridTrack) -> Bool,
    preferring prefers: (GridTrack) -> Bool, wanted: (GridTracks, GridContribution) -> Double
  ) {
    var touched: [Int] = []
    var taking: [Int] = []
    for item in items {
      taking.removeAll(keepingCapacity: true)
      var extra = wanted(self, item) - gutters(item.range)
      for index in item.range {
        extra -= size(index, growing)
        guard accepts(tracks[index]) else { continue }
        taking.append(index)
        if !tracks[index].isTouched {
          tracks[index].isTouched = true
          tracks[index].planned = 0
          touched.append(index)
        }
      }
      guard extra > 0, !taking.isEmpty else { continue }
      if growing == .bases, item.isFlexible {
        shareByFactor(extra, taking)
      } else {
        share(extra, taking, growing, prefers)
      }
    }
    for index in touched {
      tracks[index].isTouched = false
      switch growing {
      case .bases: tracks[index].base += tracks[index].planned
      case .limits:
        if tracks[index].limit.isInfinite {
          tracks[index].limit = tracks[index].base + tracks[index].planned
          tracks[index].growsWithoutEnd = true
        } else {
          tracks[index].limit += tracks[index].planned
        }
      }
    }
  }

  private func size(_ index: Int, _ growing: Growing) -> Double {
    let track = tracks[index]
    return growing == .bases || track.limit.isInfinite ? track.base : track.limit
  }

  /// The amount by which a track may grow before the others have reached their limits.
  private func freeSpace(_ index: Int, _ growing: Growing) -> Double {
    let track = tracks[index]
    if case .fitContent(let most) = track.maximum, growing == .limits || track.limit.isInfinite {
      return Swift.max(0, most - size(index, growing))
    }
    switch growing {
    case .bases: return track.limit - track.base
    case .limits: return track.limit.isInfinite || track.growsWithoutEnd ? .infinity : 0
    }
  }

  /// Equal parts up to the limits, then equal parts beyond them.
  private mutating func share(_ extra: Double, _ taking: [Int], _ growing: Growing, _ prefers: (GridTrack) -> Bool) {
    var extra = extra
    let ordered = taking.count == 1 ? taking : taking.sorted { freeSpace($0, growing) < freeSpace($1, growing) }
    var growth = [Double](repeating: 0, count: ordered.count)
    for (position, index) in ordered.enumerated() {
      let part = Swift.min(extra / Double(ordered.count - position), freeSpace(index, growing))
      growth[position] = part
      extra -= part
    }
    if extra > 1e-9 {
      var beyond = ordered.indices.filter { prefers(tracks[ordered[$0]]) }
      if beyond.isEmpty, growing == .bases { beyond = Array(ordered.indices) }
      for position in beyond { growth[position] += extra / Double(beyond.count) }
    }
    for (position, index) in ordered.enumerated() {
      tracks[index].planned = Swift.max(tracks[index].planned, growth[position])
    }
  }

  /// Flexible tracks grow in proportion to their factors, or equally if all factors are 0.
  private mutating func shareByFactor(_ extra: Double, _ taking: [Int]) {
    let factors = taking.reduce(0) { $0 + (tracks[$1].flexFactor ?? 0) }
    for index in taking {
      let part = factors > 0 ? extra * (tracks[index].flexFactor ?? 0) / factors : extra / Double(taking.count)
      tracks[index].planned = Swift.max(tracks[index].planned, part)
    }
  }
}
