import CPango

/// Blurs pixels with three box blurs, which approximate a Gaussian blur (filter-effects-1 §9.12).
enum BoxBlur {
  /// The values averaged by one pass, and how many of them are before the result.
  private typealias Pass = (size: Int, before: Int)

  /// Blurs a Cairo image surface of the format A8 or ARGB32. Pixels outside are transparent.
  /// - Parameter sigma: the standard deviation in pixels.
  static func blur(_ surface: OpaquePointer, sigma: Double) { blur(surface, sigmaX: sigma, sigmaY: sigma) }

  static func blur(_ surface: OpaquePointer, sigmaX: Double, sigmaY: Double) {
    let (horizontal, vertical) = (passes(sigmaX), passes(sigmaY))
    cairo_surface_flush(surface)
    guard !horizontal.isEmpty || !vertical.isEmpty, let data = cairo_image_surface_get_data(surface) else { return }
    let channels = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32 ? 4 : 1
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var strip = BlurStrip(longest: max(width, height))
    if !horizontal.isEmpty {
      for channel in 0..<channels {
        strip.blur(data + channel, lines: height, step: stride, values: width, distance: channels, horizontal)
      }
    }
    if !vertical.isEmpty {
      strip.blur(data, lines: width * channels, step: 1, values: height, distance: stride, vertical)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// The passes of a blur; empty for a blur that is too small to be seen.
  private static func passes(_ sigma: Double) -> [Pass] {
    // Larger sizes would overflow the products of `average`.
    let size = Int((min(sigma, 17_000) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard size > 1 else { return [] }
    // A box of even size has no centre pixel: one pass is shifted to the left, one to the right, and the third is wider
    // by 1.
    let isEven = size & 1 == 0
    return isEven
      ? [(size, size / 2), (size, size / 2 - 1), (size + 1, size / 2)] : Array(repeating: (size, size / 2), count: 3)
  }

  /// Some rows or columns side by side, so that the compiler can process several of them with one instruction.
  private struct BlurStrip: ~Copyable {
    /// Value `i` of line `l` is at `i * lanes + l`.
    private var values: UnsafeMutablePointer<UInt8>
    private var results: UnsafeMutablePointer<UInt8>
    private let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: lanes)
    private static var lanes: Int { 32 }

    /// - Parameter longest: the most values of a line.
    init(longest: Int) {
      values = .allocate(capacity: longest * Self.lanes)
      results = .allocate(capacity: longest * Self.lanes)
      values.initialize(repeating: 0, count: longest * Self.lanes)
      results.initialize(repeating: 0, count: longest * Self.lanes)
    }

    deinit {
      values.deallocate()
      results.deallocate()
      sums.deallocate()
    }

    /// Blurs lines of values.
    /// - Parameters:
    ///   - step: from one line to the next, bytes.
    ///   - distance: from one value to the next, bytes.
    mutating func blur(
      _ data: UnsafeMutablePointer<UInt8>, lines: Int, step: Int, values count: Int, distance: Int, _ passes: [Pass]
    ) {
      for first in Swift.stride(from: 0, to: lines, by: Self.lanes) {
        let start = data + first * step
        let lanes = min(Self.lanes, lines - first)
        for index in 0..<count {
          for lane in 0..<lanes { values[index &* Self.lanes &+ lane] = start[index &* distance &+ lane &* step] }
        }
        for pass in passes {
          average(count: count, pass)
          swap(&values, &results)
        }
        for index in 0..<count {
          for lane in 0..<lanes { start[index &* distance &+ lane &* step] = values[index &* Self.lanes &+ lane] }
        }
      }
    }

    /// Stores the mean of `size` values that begin `before` values earlier for each value.
    private func average(count: Int, _ pass: Pass) {
      let (size, before) = pass
      // A product instead of a division by `size`.
      let factor = UInt32(((1 << 24) + size - 1) / size)
      sums.initialize(repeating: UInt32(size / 2), count: Self.lanes)
      for index in 0..<min(size - before, count) { add(index) }
      for index in 0..<count {
        let result = results + index &* Self.lanes
        for lane in 0..<Self.lanes { result[lane] = UInt8(truncatingIfNeeded: (sums[lane] &* factor) &>> 24) }
        let entering = index &+ size &- before
        if entering < count { add(entering) }
        let leaving = index &- before
        if leaving >= 0 { subtract(leaving) }
      }
    }

    private func add(_ index: Int) {
      let value = values + index &* Self.lanes
      for lane in 0..<Self.lanes { sums[lane] &+= UInt32(value[lane]) }
    }

    private func subtract(_ index: Int) {
      let value = values + index &* Self.lanes
      for lane in 0..<Self.lanes { sums[lane] &-= UInt32(value[lane]) }
    }
  }
}
