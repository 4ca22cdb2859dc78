import CPango

/// `feMorphology` (filter-effects-1 §9.14).
extension FilterSurface {
  /// Replaces each component by the largest or smallest one in a rectangle around it. Pixels outside are transparent.
  /// - Parameter radius: pixels.
  func applyMorphology(dilates: Bool, radiusX: Int, radiusY: Int) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    var window = ExtremeWindow(dilates: dilates, longest: max(width, height))
    if radiusX > 0 {
      for y in 0..<height {
        for channel in 0..<4 { window.apply(data + y * stride + channel, count: width, step: 4, radius: radiusX) }
      }
    }
    if radiusY > 0 {
      for x in 0..<4 * width { window.apply(data + x, count: height, step: stride, radius: radiusY) }
    }
    cairo_surface_mark_dirty(surface)
  }
}

/// The largest or smallest of neighbouring bytes, by the algorithm of van Herk, Gil and Werman: the time does not depend
/// on the size of the window.
private struct ExtremeWindow {
  private let dilates: Bool
  private var values: [UInt8] = []
  /// The extremes from the start of each block of the size of the window, and to its end.
  private var forward: [UInt8] = []
  private var backward: [UInt8] = []

  init(dilates: Bool, longest: Int) {
    self.dilates = dilates
    values.reserveCapacity(3 * longest)
  }

  private func extreme(_ a: UInt8, _ b: UInt8) -> UInt8 { dilates ? max(a, b) : min(a, b) }

  mutating func apply(_ data: UnsafeMutablePointer<UInt8>, count: Int, step: Int, radius: Int) {
    // A larger window contains all values everywhere, and for the smallest ones also what is outside.
    let radius = min(radius, count)
    let size = 2 * radius + 1
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(0, count: radius))
    for index in 0..<count { values.append(data[index * step]) }
    values.append(contentsOf: repeatElement(0, count: radius))
    forward = values
    backward = values
    for index in values.indices.dropFirst() where index % size != 0 {
      forward[index] = extreme(forward[index - 1], values[index])
    }
    for index in values.indices.dropLast().reversed() where (index + 1) % size != 0 {
      backward[index] = extreme(backward[index + 1], values[index])
    }
    for index in 0..<count { data[index * step] = extreme(backward[index], forward[index + size - 1]) }
  }
}
