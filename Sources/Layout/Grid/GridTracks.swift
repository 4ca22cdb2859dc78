import Style

/// A row or column of a grid during sizing (css-grid-2 §12.3), px.
struct GridTrack {
  enum Minimum: Equatable {
    case fixed(Double)
    case auto, minContent, maxContent
  }
  enum Maximum: Equatable {
    case fixed(Double)
    case auto, minContent, maxContent
    case fitContent(Double)
    case fraction(Double)
  }

  var minimum: Minimum
  var maximum: Maximum
  /// The base size, finally the used size.
  var base = 0.0
  /// The growth limit.
  var limit = Double.infinity
  /// The increase planned in the current step.
  var planned = 0.0
  /// The current step changes this track.
  var isTouched = false
  var growsWithoutEnd = false
  /// An empty track of `repeat(auto-fit)`. Its gutter collapses too.
  var isCollapsed = false
  /// The distance from the content edge; set by `GridTracks.place`.
  var start = 0.0

  /// - Parameter extent: the basis of percentages; nil makes them `auto`.
  init(_ size: TrackSize, extent: Double?) {
    switch size.minimum {
    case .minContent: minimum = .minContent
    case .maxContent: minimum = .maxContent
    case .length(let length): minimum = Self.resolve(length, extent).map { .fixed($0) } ?? .auto
    case .auto, .fraction, .fitContent: minimum = .auto
    }
    switch size.maximum {
    case .minContent: maximum = .minContent
    case .maxContent: maximum = .maxContent
    case .auto: maximum = .auto
    case .length(let length): maximum = Self.resolve(length, extent).map { .fixed($0) } ?? .auto
    case .fraction(let factor): maximum = .fraction(Swift.max(0, factor))
    case .fitContent(let length): maximum = .fitContent(Self.resolve(length, extent) ?? .infinity)
    }
  }

  private static func resolve(_ length: LengthPercentage, _ extent: Double?) -> Double? {
    if length.hasPercent, extent == nil { return nil }
    return Swift.min(1e7, Swift.max(0, length.resolve(against: extent ?? 0)))
  }

  /// Sets the base size and the growth limit that sizing starts with (css-grid-2 §12.4).
  mutating func startSizing() {
    base = 0
    limit = .infinity
    if case .fixed(let size) = minimum { base = size }
    if case .fixed(let size) = maximum { limit = Swift.max(size, base) }
  }

  mutating func collapse() {
    isCollapsed = true
    minimum = .fixed(0)
    maximum = .fixed(0)
  }

  var end: Double { start + base }

  var flexFactor: Double? {
    if case .fraction(let factor) = maximum { return factor }
    return nil
  }

  var isFlexible: Bool { flexFactor != nil }

  var hasIntrinsicMinimum: Bool {
    if case .fixed = minimum { return false }
    return true
  }

  var hasIntrinsicMaximum: Bool {
    switch maximum {
    case .fixed, .fraction: false
    case .auto, .minContent, .maxContent, .fitContent: true
    }
  }

  /// Whether its size depends on items.
  var isIntrinsic: Bool { hasIntrinsicMinimum || hasIntrinsicMaximum }

  /// `max-content`, or a value that behaves like it as a maximum.
  var hasMaxContentMaximum: Bool {
    switch maximum {
    case .auto, .maxContent, .fitContent: true
    case .fixed, .minContent, .fraction: false
    }
  }

  /// The limit set by a fixed maximum or the argument of `fit-content()`.
  var fixedMaximum: Double? {
    switch maximum {
    case .fixed(let size): size
    case .fitContent(let size) where size.isFinite: size
    default: nil
    }
  }
}

/// All tracks of one axis, and the gutters between them (css-grid-2 §10.1).
struct GridTracks {
  var tracks: ContiguousArray<GridTrack> = []
  /// The gap between tracks without space from `justify-content` or `align-content`, px.
  var gap = 0.0
  /// The tracks before the explicit grid's first line.
  var explicitStart = 0
  /// The explicit grid's number of tracks.
  var explicitCount = 0

  /// The gutters inside a range of tracks.
  func gutters(_ range: Range<Int>) -> Double {
    guard gap > 0 else { return 0 }
    var count = 0
    for index in range where !tracks[index].isCollapsed { count += 1 }
    return gap * Double(Swift.max(0, count - 1))
  }

  /// The base sizes and gutters of a range of tracks.
  func size(_ range: Range<Int>) -> Double {
    var size = gutters(range)
    for index in range { size += tracks[index].base }
    return size
  }

  /// The base sizes and gutters of all tracks.
  var total: Double { size(tracks.indices) }

  /// The sum of the maximums of a range, if all are fixed.
  func fixedMaximum(_ range: Range<Int>) -> Double? {
    var size = gutters(range)
    for index in range {
      guard let most = tracks[index].fixedMaximum else { return nil }
      size += most
    }
    return size
  }

  /// The size of a range whose tracks are all fixed, known before items are measured.
  func fixedSize(_ range: Range<Int>) -> Double? {
    var size = gutters(range)
    for index in range {
      guard case .fixed(let least) = tracks[index].minimum, case .fixed(let most) = tracks[index].maximum else {
        return nil
      }
      size += Swift.max(least, most)
    }
    return size
  }

  /// Sets the position of each track, the first at `start`, with `extra` px added to each gutter.
  mutating func place(from start: Double, extra: Double) {
    var position = start
    var isFirst = true
    for index in tracks.indices {
      if !tracks[index].isCollapsed {
        if !isFirst { position += gap + extra }
        isFirst = false
      }
      tracks[index].start = position
      position += tracks[index].base
    }
  }

  /// The start and size of a range, including gutters and distributed space.
  func area(_ range: Range<Int>) -> (start: Double, size: Double) {
    guard let first = range.first, let last = range.last, last < tracks.count else { return (0, 0) }
    return (tracks[first].start, Swift.max(0, tracks[last].end - tracks[first].start))
  }
}
