import Layout

/// The column and the row of a blurred shape that are repeated in the masks of larger shapes: those between the
/// corners, where nothing changes along the axis.
struct BlurredSlices {
  /// Along one axis, pixels.
  struct Axis {
    /// The column or row that is repeated.
    var index = 0
    /// How many equal ones the smaller mask does not have.
    var omitted = 0

    /// The column or row of the smaller mask.
    func source(of place: Int) -> Int { place <= index ? place : max(index, place - omitted) }
  }
  var columns = Axis()
  var rows = Axis()

  private static let fewestOmitted = 8

  /// - Returns: nil if too little would be omitted.
  init?(_ shape: BlurredShape, _ frame: AlphaMask.Frame) {
    let shapes = [shape.outline] + (shape.hole.map { [$0] } ?? [])
    guard shapes.allSatisfy({ $0.rect.width > 0 && $0.rect.height > 0 }) else { return nil }
    columns = Self.axis(
      frame, length: frame.width,
      starts: shapes.map { $0.rect.x + max($0.radii.topLeft.width, $0.radii.bottomLeft.width) },
      ends: shapes.map { $0.rect.maxX - max($0.radii.topRight.width, $0.radii.bottomRight.width) })
    rows = Self.axis(
      frame, length: frame.height,
      starts: shapes.map { $0.rect.y + max($0.radii.topLeft.height, $0.radii.topRight.height) },
      ends: shapes.map { $0.rect.maxY - max($0.radii.bottomLeft.height, $0.radii.bottomRight.height) })
    guard columns.omitted > 0 || rows.omitted > 0 else { return nil }
  }

  /// - Parameters:
  ///   - starts: where the corners at the start end, px from the corner of the area.
  ///   - ends: where those at the end begin.
  private static func axis(_ frame: AlphaMask.Frame, length: Double, starts: [Double], ends: [Double]) -> Axis {
    // The three passes of the blur reach less far.
    let reach = frame.margin * frame.scale + 3
    func pixels(_ place: Double) -> Double { (place + frame.margin) * frame.scale }
    let first = (max(starts.map(pixels).max() ?? 0, 0) + reach).rounded(.up)
    let last = (min(ends.map(pixels).min() ?? 0, length) - reach).rounded(.down)
    guard last - first - 1 >= Double(fewestOmitted) else { return Axis() }
    return Axis(index: Int(first), omitted: Int(last - first) - 1)
  }

  /// What the smaller shape lacks, px.
  func omittedSize(_ scale: Double) -> Size {
    Size(width: Double(columns.omitted) / scale, height: Double(rows.omitted) / scale)
  }
}
