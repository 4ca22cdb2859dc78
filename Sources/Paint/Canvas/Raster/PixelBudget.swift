import CPango
import Glibc
import Layout

/// What the pixel canvases of one output may still draw of some things that Cairo computes although most of them cannot
/// be seen.
final class PixelBudget {
  private var dashes = 8_000_000.0
  /// The pixels of the patches of meshes that may still be drawn, also those outside of the clip.
  private var meshPixels: Double
  /// Whether gradients were drawn as one colour.
  private(set) var isExhausted = false

  init(meshPixels: Double = 200_000_000) { self.meshPixels = meshPixels }

  /// Counts the dashes of a line along the path of a `cairo_t *`. Returns false if there are too many, or if
  /// they have no length.
  func take(_ dashes: [Double], _ context: OpaquePointer) -> Bool {
    let count = Self.pathLength(context) / dashes.reduce(0, +) * Double(dashes.count)
    // Not a number if neither the line nor the dashes have a length.
    guard count <= self.dashes else { return false }
    self.dashes -= count
    return true
  }

  /// Whether a mesh may be drawn.
  /// - Parameter scale: pixels per px.
  func take(_ patches: [GradientPatch], scale: Double) -> Bool {
    let pixels = patches.reduce(0) { $0 + $1.pixels(scale: scale) }
    guard pixels <= meshPixels else {
      isExhausted = true
      return false
    }
    meshPixels -= pixels
    return true
  }

  /// The length of the path of a `cairo_t *`, or more: curves count with their control points.
  private static func pathLength(_ context: OpaquePointer) -> Double {
    guard let path = cairo_copy_path(context) else { return 0 }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS else { return 0 }
    var length = 0.0
    var (start, last) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
    var index = 0
    while index < Int(path.pointee.num_data) {
      let header = path.pointee.data[index].header
      for entry in 1..<max(1, Int(header.length)) {
        let point = path.pointee.data[index + entry].point
        if header.type != CAIRO_PATH_MOVE_TO { length += hypot(point.x - last.x, point.y - last.y) }
        last = (point.x, point.y)
      }
      if header.type == CAIRO_PATH_MOVE_TO { start = last }
      if header.type == CAIRO_PATH_CLOSE_PATH {
        length += hypot(start.x - last.x, start.y - last.y)
        last = start
      }
      index += max(1, Int(header.length))
    }
    return length
  }
}

extension GradientPatch {
  /// Pixels of the two longest neighbouring sides, in a row of which Cairo draws each line of a patch.
  fileprivate func pixels(scale: Double) -> Double {
    let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { hypot($1.x - $0.x, $1.y - $0.y) * scale }
    guard sides.count == 4 else { return 0 }
    return (max(sides[0], sides[2]) + 1) * (max(sides[1], sides[3]) + 1)
  }
}
