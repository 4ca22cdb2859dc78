import CPango
import Glibc

/// The number of dashes that a canvas may still draw. Cairo computes each of them, also those that cannot be seen.
struct DashBudget {
  private var rest = 4_000_000.0

  /// Counts the dashes of a line along the path of a `cairo_t *`. Returns false if there are too many, or if
  /// they have no length.
  mutating func take(_ dashes: [Double], _ context: OpaquePointer) -> Bool {
    let count = Self.pathLength(context) / dashes.reduce(0, +) * Double(dashes.count)
    // Not a number if neither the line nor the dashes have a length.
    guard count <= rest else { return false }
    rest -= count
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
