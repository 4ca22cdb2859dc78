import CPango
import Layout
import Style
import TextShaping

/// The gaps that `text-decoration-skip-ink` leaves in a line where glyphs cross it (css-text-decor-4 §2.10).
final class InkGaps {
  private struct Key: Hashable {
    var face: FaceID
    var glyph: UInt32
    /// The line's edges below the baseline, in hundredths of a px.
    var top, bottom: Int32
  }
  private let fonts: FaceCache
  /// The range that a glyph covers, px from its pen position.
  private var known: [Key: ClosedRange<Double>?] = [:]
  private let context: OpaquePointer
  private static let mostKnown = 1 << 16

  init(_ fonts: FaceCache) {
    self.fonts = fonts
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    context = cairo_create(surface)
    cairo_surface_destroy(surface)
  }

  deinit { cairo_destroy(context) }

  /// The parts of a line from `top` to `bottom`, px below the baseline, that a slice's glyphs cross, each extended by
  /// `margin` on both sides; px on the page, in ascending order.
  /// - Parameter skipped: which glyphs have gaps.
  func gaps(
    _ skipped: SkipInk, in slice: TextSlice, of text: borrowing ShapedText, x: Double, top: Double, bottom: Double,
    margin: Double
  ) -> [ClosedRange<Double>] {
    let face = text.runs[Int(slice.run)].face
    guard let font = fonts.scaledFont(face) else { return [] }
    var gaps: [ClosedRange<Double>] = []
    var pen = x
    for index in slice.glyphs.clamped(to: text.runs[Int(slice.run)].glyphs) {
      let glyph = text.glyphs[Int(index)]
      let (high, low) = (top - Double(glyph.dy), bottom - Double(glyph.dy))
      if skipped == .all || !Self.isEastAsian(text.bytes, at: Int(glyph.cluster)),
        let ink = ink(of: glyph.id, face, font, top: high, bottom: low)
      {
        let start = pen + Double(glyph.dx)
        let gap = start + ink.lowerBound - margin...start + ink.upperBound + margin
        if let last = gaps.last, gap.lowerBound <= last.upperBound {
          gaps[gaps.count - 1] = min(last.lowerBound, gap.lowerBound)...max(last.upperBound, gap.upperBound)
        } else {
          gaps.append(gap)
        }
      }
      pen += Double(glyph.advance)
      let isLast = index + 1 >= slice.glyphs.upperBound || text.glyphs[Int(index) + 1].cluster != glyph.cluster
      if slice.justification != 0, isLast,
        JustificationOpportunity.isOne(text.bytes, at: Int(glyph.cluster), slice.spread)
      {
        pen += Double(slice.justification)
      }
    }
    return gaps
  }

  /// Whether the character at a UTF-8 offset is one of the Chinese, Japanese and Korean scripts.
  private static func isEastAsian(_ bytes: PackedArray<UInt8>, at offset: Int) -> Bool {
    guard bytes.indices.contains(offset), bytes[offset] >= 0xE1 else { return false }
    switch bytes.scalar(at: offset) {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFF:
      return true
    default: return false
    }
  }

  private func ink(
    of glyph: UInt32, _ face: FaceID, _ font: OpaquePointer, top: Double, bottom: Double
  ) -> ClosedRange<Double>? {
    let key = Key(
      face: face, glyph: glyph, top: Int32((bounded(top) * 100).rounded()),
      bottom: Int32((bounded(bottom) * 100).rounded()))
    if let ink = known[key] { return ink }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    cairo_set_scaled_font(context, font)
    cairo_new_path(context)
    var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_glyph_path(context, &placed, 1)
    var band = OutlineBand(top: top, bottom: bottom)
    if let path = cairo_copy_path_flat(context) {
      band.read(path.pointee)
      cairo_path_destroy(path)
    }
    known[key] = .some(band.extent)
    return band.extent
  }
}

/// The horizontal extent of an outline between two heights.
private struct OutlineBand {
  let top, bottom: Double
  private var left = Double.infinity
  private var right = -Double.infinity
  var extent: ClosedRange<Double>? { left <= right ? left...right : nil }

  init(top: Double, bottom: Double) {
    self.top = top
    self.bottom = bottom
  }

  mutating func read(_ path: cairo_path_t) {
    guard path.status == CAIRO_STATUS_SUCCESS, let data = path.data else { return }
    var index = 0
    var (start, current) = (Point.zero, Point.zero)
    while index < Int(path.num_data) {
      let header = data[index].header
      guard header.length > 0 else { return }
      switch header.type {
      case CAIRO_PATH_MOVE_TO:
        current = Point(x: data[index + 1].point.x, y: data[index + 1].point.y)
        start = current
      case CAIRO_PATH_LINE_TO:
        let next = Point(x: data[index + 1].point.x, y: data[index + 1].point.y)
        add(current, next)
        current = next
      case CAIRO_PATH_CLOSE_PATH:
        add(current, start)
        current = start
      default: break
      }
      index += Int(header.length)
    }
  }

  /// Includes the part of a segment between the heights.
  private mutating func add(_ a: Point, _ b: Point) {
    let (high, low) = a.y <= b.y ? (a, b) : (b, a)
    guard high.y < bottom, low.y > top else { return }
    func x(at y: Double) -> Double { high.x + (low.x - high.x) * (y - high.y) / (low.y - high.y) }
    let ends = [high.y < top ? x(at: top) : high.x, low.y > bottom ? x(at: bottom) : low.x]
    left = min(left, ends[0], ends[1])
    right = max(right, ends[0], ends[1])
  }
}
