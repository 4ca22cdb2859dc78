import Layout
import Style

/// The positions of a background layer's tiles (css-backgrounds-3 §2.4 to §2.9).
struct Tiling {
  /// The number of tiles above which a repeating pattern is used.
  static let maximumDrawn = 400
  /// The number of tiles above which a repeating pattern is used if tiles need masks.
  static let maximumMasked = 40
  /// One tile; all others are at multiples of `step` from it.
  private(set) var first: Rect
  private(set) var step: Size
  private var columns = 0...0
  private var rows = 0...0

  var count: Int {
    columns.count.multipliedReportingOverflow(by: rows.count).overflow ? .max : columns.count * rows.count
  }

  /// Fails if no tile is visible.
  init?(_ layer: BackgroundLayer, area: Rect, natural: NaturalSize, clip: Rect) {
    let areaSize = Size(width: area.width, height: area.height)
    var size: Size =
      switch layer.size {
      case .auto: natural.concrete(width: nil, height: nil, in: areaSize)
      case .contain: natural.fitted(in: areaSize, covering: false)
      case .cover: natural.fitted(in: areaSize, covering: true)
      case .lengths(let width, let height):
        natural.concrete(
          width: width.map { max(0, $0.resolve(against: area.width)) },
          height: height.map { max(0, $0.resolve(against: area.height)) }, in: areaSize)
      }
    // §2.9: `round` changes the size, and if the other one is auto, that too.
    let (autoWidth, autoHeight) = layer.size.autos
    if layer.repetition.x == .round, size.width > 0 {
      let rounded = area.width / max(1, (area.width / size.width).rounded())
      if autoHeight, layer.repetition.y != .round { size.height *= rounded / size.width }
      size.width = rounded
    }
    if layer.repetition.y == .round, size.height > 0 {
      let rounded = area.height / max(1, (area.height / size.height).rounded())
      if autoWidth, layer.repetition.x != .round { size.width *= rounded / size.height }
      size.height = rounded
    }
    // Smaller tiles are invisible, and dividing by their size would overflow.
    guard size.width > 1e-3, size.height > 1e-3, size.width.isFinite, size.height.isFinite else { return nil }

    let x = Self.axis(
      layer.repetition.x, layer.position.x, tile: size.width, start: area.x, length: area.width,
      clip: clip.x...clip.maxX)
    let y = Self.axis(
      layer.repetition.y, layer.position.y, tile: size.height, start: area.y, length: area.height,
      clip: clip.y...clip.maxY)
    guard let x, let y else { return nil }
    first = Rect(x: x.origin, y: y.origin, width: size.width, height: size.height)
    step = Size(width: x.step, height: y.step)
    columns = x.indices
    rows = y.indices
    // A single column or row is not repeated within the clip, not even by a pattern.
    if columns.count == 1 {
      first.x += Double(columns.lowerBound) * step.width
      columns = 0...0
      step.width = max(step.width, clip.width + first.width)
    }
    if rows.count == 1 {
      first.y += Double(rows.lowerBound) * step.height
      rows = 0...0
      step.height = max(step.height, clip.height + first.height)
    }
  }

  /// One tile for all those in a row, or in a column, that follow one another without gaps: what an image of one pixel
  /// along that axis looks like. Readers leave seams between the tiles of a pattern.
  func joined(columns joinsColumns: Bool, rows joinsRows: Bool) -> Tiling {
    var tiling = self
    if joinsColumns, columns.count > 1, step.width == first.width {
      tiling.first.x += Double(columns.lowerBound) * step.width
      tiling.first.width = Double(columns.count) * step.width
      tiling.step.width = tiling.first.width
      tiling.columns = 0...0
    }
    if joinsRows, rows.count > 1, step.height == first.height {
      tiling.first.y += Double(rows.lowerBound) * step.height
      tiling.first.height = Double(rows.count) * step.height
      tiling.step.height = tiling.first.height
      tiling.rows = 0...0
    }
    return tiling
  }

  private static func axis(
    _ repetition: BackgroundLayer.Repetition, _ position: LengthPercentage, tile: Double, start: Double, length: Double,
    clip: ClosedRange<Double>
  ) -> (origin: Double, step: Double, indices: ClosedRange<Int>)? {
    var origin = start + position.resolve(against: length - tile)
    var step = tile
    var repeats = repetition != .noRepeat
    if repetition == .space {
      let whole = (length / tile + 1e-6).rounded(.down)
      if whole >= 2 {
        origin = start
        step = tile + (length - tile * whole) / (whole - 1)
      } else {
        repeats = false
      }
    }
    guard origin.isFinite, step.isFinite else { return nil }
    guard repeats else {
      return origin < clip.upperBound && origin + tile > clip.lowerBound ? (origin, step, 0...0) : nil
    }
    // A visible part of less than a hundredth of a pixel is a rounding error.
    let low = ((clip.lowerBound - origin - tile + 0.01) / step).rounded(.up)
    let high = ((clip.upperBound - origin - 0.01) / step).rounded(.down)
    guard low <= high, abs(low) < 1e9, abs(high) < 1e9 else { return nil }
    return (origin, step, Int(low)...Int(high))
  }

  func forEach(_ body: (Rect) -> Void) {
    for row in rows {
      for column in columns {
        body(
          Rect(
            x: first.x + Double(column) * step.width, y: first.y + Double(row) * step.height, width: first.width,
            height: first.height))
      }
    }
  }
}

extension BackgroundLayer.Size {
  /// Whether width and height are auto.
  fileprivate var autos: (Bool, Bool) {
    switch self {
    case .auto: (true, true)
    case .contain, .cover: (false, false)
    case .lengths(let width, let height): (width == nil, height == nil)
    }
  }
}
