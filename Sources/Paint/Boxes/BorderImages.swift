import CPango
import Layout
import Style

/// A border image (css-backgrounds-3 §5): nine parts of one image that replace a box's borders.
struct BorderImagePainter {
  private(set) var canvas: any Canvas
  let pictures: PictureCache
  let image: TileImage
  let style: BorderImage
  /// The border box enlarged by `border-image-outset`.
  private let area: Rect
  /// The size of the image, to which slices refer.
  private let size: Size
  private let slices: Sides<Double>
  private let widths: Sides<Double>
  private let turn: BoxTurn?

  /// Fails if the image cannot be shown; the borders are then drawn in their styles.
  /// - Parameter turn: that of the text in the box.
  init?(
    _ style: BorderImage, images: TextStyle.Images, canvas: any Canvas, pictures: PictureCache, border: RoundedRect,
    widths: Sides<Double>, turn: BoxTurn?
  ) {
    guard let image = TileImage(style.source, pictures, images) else { return nil }
    self.canvas = canvas
    self.pictures = pictures
    self.image = image
    self.style = style
    self.turn = turn
    let outset = style.outset
    area = (turn?.onPage(border) ?? border).rect.inset(
      by: Sides(top: -outset.top, right: -outset.right, bottom: -outset.bottom, left: -outset.left))
    size = image.natural.concrete(width: nil, height: nil, in: Size(width: area.width, height: area.height))
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    slices = Sides(
      top: style.slice.top.resolve(against: size.height), right: style.slice.right.resolve(against: size.width),
      bottom: style.slice.bottom.resolve(against: size.height), left: style.slice.left.resolve(against: size.width))
    self.widths = Self.widths(
      style.width, area: area, slices: slices, natural: image.natural,
      borders: turn?.inverse.sides(widths) ?? widths)
  }

  /// §5.3: the widths, scaled down together if two opposite ones do not fit.
  private static func widths(
    _ widths: Sides<BorderImage.Width>, area: Rect, slices: Sides<Double>, natural: NaturalSize, borders: Sides<Double>
  ) -> Sides<Double> {
    func used(_ width: BorderImage.Width, slice: Double, hasSize: Bool, border: Double, basis: Double) -> Double {
      switch width {
      case .auto: hasSize ? slice : border
      case .number(let factor): factor * border
      case .length(let length): max(0, length.resolve(against: basis))
      }
    }
    let hasWidth = natural.width != nil
    let hasHeight = natural.height != nil
    var result = Sides(
      top: used(widths.top, slice: slices.top, hasSize: hasHeight, border: borders.top, basis: area.height),
      right: used(widths.right, slice: slices.right, hasSize: hasWidth, border: borders.right, basis: area.width),
      bottom: used(widths.bottom, slice: slices.bottom, hasSize: hasHeight, border: borders.bottom, basis: area.height),
      left: used(widths.left, slice: slices.left, hasSize: hasWidth, border: borders.left, basis: area.width))
    let factor = min(area.width / (result.left + result.right), area.height / (result.top + result.bottom))
    // The factor is not a number (0 / 0) if the area and the widths are 0. Nothing has to be scaled then.
    guard factor < 1 else { return result }
    result.top *= factor
    result.right *= factor
    result.bottom *= factor
    result.left *= factor
    return result
  }

  /// The painter on another canvas.
  func on(_ canvas: any Canvas) -> BorderImagePainter {
    var painter = self
    painter.canvas = canvas
    return painter
  }

  func paint() { canvas.isolated(undoing: turn) { paintParts() } }

  private func paintParts() {
    let columns = Self.thirds(size.width, slices.left, slices.right, area.x, area.width, widths.left, widths.right)
    let rows = Self.thirds(size.height, slices.top, slices.bottom, area.y, area.height, widths.top, widths.bottom)
    // §5.5: the middle is scaled like the adjacent sides, or not at all.
    let across = columns.map(\.scale)
    let down = rows.map(\.scale)
    let middle = Size(width: down[0] ?? down[2] ?? 1, height: across[0] ?? across[2] ?? 1)
    for (row, vertical) in rows.enumerated() {
      for (column, horizontal) in columns.enumerated() {
        if row == 1, column == 1, !style.fills { continue }
        let source = Rect(
          x: horizontal.source.lowerBound, y: vertical.source.lowerBound, width: horizontal.sourceLength,
          height: vertical.sourceLength)
        let target = Rect(
          x: horizontal.target.lowerBound, y: vertical.target.lowerBound, width: horizontal.targetLength,
          height: vertical.targetLength)
        guard source.width > 0, source.height > 0, target.width > 0, target.height > 0 else { continue }
        // Corners fill their area; edges are scaled along their length like their thickness.
        let x =
          column == 1
          ? Self.axis(
            style.repetition.x, source.width * (row == 1 ? middle.width : down[row] ?? 1), in: horizontal.target)
          : Axis(first: target.x, tile: target.width)
        let y =
          row == 1
          ? Self.axis(
            style.repetition.y, source.height * (column == 1 ? middle.height : across[column] ?? 1), in: vertical.target
          )
          : Axis(first: target.y, tile: target.height)
        guard let x, let y else { continue }
        paint(source, x, y, in: target)
      }
    }
  }

  // MARK: Places

  /// One of the three parts of an axis (start, middle and end): its range in the image and on the page.
  private struct Third {
    var source: ClosedRange<Double>
    var target: ClosedRange<Double>
    var sourceLength: Double { source.upperBound - source.lowerBound }
    var targetLength: Double { target.upperBound - target.lowerBound }
    var scale: Double? { sourceLength > 0 && targetLength > 0 ? targetLength / sourceLength : nil }
  }

  private static func thirds(
    _ length: Double, _ before: Double, _ after: Double, _ start: Double, _ available: Double, _ first: Double,
    _ last: Double
  ) -> [Third] {
    let end = start + available
    let innerStart = min(start + first, end)
    let innerEnd = max(innerStart, end - last)
    let cut = max(before, length - after)
    return [
      Third(source: 0...before, target: start...innerStart),
      // If slices overlap, the middle is empty.
      Third(source: before...cut, target: innerStart...innerEnd),
      Third(source: min(length - after, length)...length, target: innerEnd...end),
    ]
  }

  /// Tiles along one axis.
  private struct Axis {
    var first: Double
    var tile: Double
    var step: Double
    var count: Int
    init(first: Double, tile: Double, step: Double = 0, count: Int = 1) {
      self.first = first
      self.tile = tile
      self.step = step
      self.count = count
    }
  }

  /// The maximum number of tiles along one side; more would be too small to see.
  private static let maximumTiles = 10_000.0

  /// §5.5, `border-image-repeat`; nil for `space` if not even one whole tile fits.
  private static func axis(_ repetition: BorderImage.Repetition, _ length: Double, in target: ClosedRange<Double>)
    -> Axis?
  {
    let available = target.upperBound - target.lowerBound
    guard repetition != .stretch, length.isFinite, length > 0, available / length < maximumTiles else {
      return Axis(first: target.lowerBound, tile: available)
    }
    switch repetition {
    case .stretch: return Axis(first: target.lowerBound, tile: available)
    case .repeat:
      // One tile is centred. All tiles that are visible by more than a rounding error are drawn.
      let middle = target.lowerBound + (available - length) / 2
      let before = max(0, ((middle - target.lowerBound) / length - 1e-6).rounded(.up))
      return Axis(first: middle - before * length, tile: length, step: length, count: Int(before) * 2 + 1)
    case .round:
      let count = max(1, (available / length).rounded())
      return Axis(first: target.lowerBound, tile: available / count, step: available / count, count: Int(count))
    case .space:
      let count = (available / length + 1e-6).rounded(.down)
      guard count > 0 else { return nil }
      let gap = (available - count * length) / (count + 1)
      return Axis(first: target.lowerBound + gap, tile: length, step: length + gap, count: Int(count))
    }
  }

  // MARK: Drawing

  private func paint(_ source: Rect, _ x: Axis, _ y: Axis, in target: Rect) {
    let tile = Rect(x: x.first, y: y.first, width: x.tile, height: y.tile)
    canvas.isolated {
      canvas.add(target)
      canvas.clip()
      if x.count * y.count <= Tiling.maximumDrawn {
        for row in 0..<y.count {
          for column in 0..<x.count {
            draw(source, tile.offset(x: Double(column) * x.step, y: Double(row) * y.step), canvas)
          }
        }
      } else {
        let step = Size(width: x.count > 1 ? x.step : target.width, height: y.count > 1 ? y.step : target.height)
        canvas.fill(target, tile: tile, step: step) { draw(source, $0, $1) }
      }
    }
  }

  /// Draws a part of the image into a tile.
  private func draw(_ source: Rect, _ tile: Rect, _ canvas: any Canvas) {
    if case .picture(let id, _, let isPixelated) = image,
      pictures.draw(id, part: source, in: tile, isPixelated: isPixelated, on: canvas)
    {
      return
    }
    // The whole image, transformed so that the part covers the tile.
    canvas.isolated {
      canvas.add(tile)
      canvas.clip()
      canvas.transform(.translation(tile.x, tile.y))
      canvas.transform(.scale(tile.width / source.width, tile.height / source.height))
      canvas.transform(.translation(-source.x, -source.y))
      image.draw(Rect(x: 0, y: 0, width: size.width, height: size.height), canvas, pictures)
    }
  }
}

extension BorderImage.Slice {
  /// The range limited to the image.
  fileprivate func resolve(against length: Double) -> Double {
    switch self {
    case .number(let pixels): max(0, min(length, pixels))
    case .percent(let percent): max(0, min(length, length * percent / 100))
    }
  }
}
