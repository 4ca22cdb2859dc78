import CPango

/// Blurs pixels with three box blurs, which approximate a Gaussian blur (filter-effects-1 §9.12).
enum BoxBlur {
  /// Blurs a Cairo image surface of the format A8 or ARGB32. Pixels outside are transparent.
  /// - Parameter sigma: the standard deviation in pixels.
  static func blur(_ surface: OpaquePointer, sigma: Double) {
    let size = Int((min(sigma, 20_000) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    cairo_surface_flush(surface)
    guard size > 1, let data = cairo_image_surface_get_data(surface) else { return }
    let channels = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32 ? 4 : 1
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let line = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(width, height))
    defer { line.deallocate() }
    // A box of even size has no centre pixel: one pass is shifted to the left, one to the right, and the third is wider
    // by 1.
    let isEven = size & 1 == 0
    let passes =
      isEven
      ? [(size, size / 2), (size, size / 2 - 1), (size + 1, size / 2)] : Array(repeating: (size, size / 2), count: 3)
    for (size, before) in passes {
      for channel in 0..<channels {
        let data = data + channel
        for y in 0..<height {
          average(data + y * stride, count: width, step: channels, size: size, before: before, line)
        }
        for x in 0..<width {
          average(data + x * channels, count: height, step: stride, size: size, before: before, line)
        }
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Replaces each value of a row or column by the mean of `size` values that begin `before` values earlier.
  /// - Parameters:
  ///   - size: below 65,536.
  ///   - line: as long as the row or column.
  private static func average(
    _ values: UnsafeMutablePointer<UInt8>, count: Int, step: Int, size: Int, before: Int,
    _ line: UnsafeMutableBufferPointer<UInt8>
  ) {
    // A product instead of a division by `size`, which is exact for sums of this size.
    let factor = ((1 << 40) + size - 1) / size
    var sum = size / 2
    for index in 0..<count { line[index] = values[index &* step] }
    for index in 0..<min(size - before, count) { sum &+= Int(line[index]) }
    for index in 0..<count {
      values[index &* step] = UInt8(truncatingIfNeeded: (sum &* factor) >> 40)
      let entering = index &+ size &- before
      if entering < count { sum &+= Int(line[entering]) }
      let leaving = index &- before
      if leaving >= 0 { sum &-= Int(line[leaving]) }
    }
  }
}
