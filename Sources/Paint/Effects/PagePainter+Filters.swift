import Layout
import Style

/// `filter` (filter-effects-1 §5): a group is drawn as pixels, to which the functions are applied. What is only faded,
/// or only has shadows, remains as it is; only its shadows are pixels.
extension PagePainter {
  /// Paints a group with its filters.
  /// - Parameters:
  ///   - root: the fragment of the group.
  ///   - resolution: pixels per px: 300 dpi in a PDF.
  ///   - paint: paints the group with a painter.
  func paintFiltered(
    _ filters: [FilterFunction], of root: PaintOrder.Index, resolution: Double, _ paint: (PagePainter) -> Void
  ) {
    if let filter = pictures.boxFilters.filter(filters, pictures.images) { return self.paint(filter, of: root, paint) }
    if isSearching, filters.allSatisfy({ $0.reach == 0 }) { return paint(self) }
    let shadows = Array(filters.prefix { $0.isShadow })
    let keepsContent = filters.trailingOpacity != nil
    if keepsContent, shadows.isEmpty { return paint(self) }
    let filters = (keepsContent ? shadows : filters).filter { !$0.isIdentity && $0.element == nil }
    if filters.isEmpty { return paint(self) }
    guard let pixels = pixels(of: filters, root, resolution: resolution, paint) else { return }
    if keepsContent, canvas.isVector {
      let pictures = shadows.compactMap { pixels.apply($0) }
      for shadow in pictures.reversed() { draw(shadow) }
      return paint(self)
    }
    pixels.apply(filters)
    draw(pixels)
    canvas.showInvisibly { paint(self) }
  }

  private func draw(_ pixels: GroupPixels) {
    let (picture, rect) = pixels.picture
    canvas.isolated {
      canvas.transform(AffineTransform(a: rect.width, d: rect.height, e: rect.x, f: rect.y))
      canvas.draw(picture)
    }
  }

  /// The pixels of a group with space for what the filters draw around it; nil if nothing of it can be seen.
  private func pixels(
    of filters: [FilterFunction], _ root: PaintOrder.Index, resolution: Double, _ paint: (PagePainter) -> Void
  ) -> GroupPixels? {
    let reach = filters.reduce(0) { $0 + $1.reach }
    let visible = canvas.visibleBox.inset(by: Sides(-min(reach, 10_000)))
    guard reach.isFinite, visible.width > 0, visible.height > 0, visible.width < 1e6, visible.height < 1e6 else {
      return nil
    }
    var area = visible
    if let ink = inkBox(of: root) { area = ink.inset(by: Sides(-reach - 1)).intersection(visible) }
    guard area.width > 0, area.height > 0 else { return nil }
    // What is painted is found on few pixels. Not again within a group: each level would double the work.
    if !isInPixels {
      let coarse = min(0.5, (FilterBudget.searchedPixels / (area.width * area.height)).squareRoot())
      guard let found = self.pixels(area, scale: coarse, isSearching: true, paint)?.ink else { return nil }
      area = found.inset(by: Sides(-reach - 1 / coarse)).intersection(area)
    }
    let scale = pictures.filterBudget.scale(for: area, wanted: filters.wantedScale(resolution), work: filters.work)
    // Whole pixels of the output stay whole.
    let (x, y) = ((area.x * scale).rounded(.down) / scale, (area.y * scale).rounded(.down) / scale)
    return self.pixels(
      Rect(x: x, y: y, width: area.maxX - x, height: area.maxY - y), scale: scale, paint)
  }

  private func pixels(
    _ area: Rect, scale: Double, isSearching: Bool = false, _ paint: (PagePainter) -> Void
  ) -> GroupPixels? {
    GroupPixels(area, scale: scale, budget: pictures.inPixels.pixelBudget) {
      paint(PagePainter(self, on: $0, isSearching: isSearching))
    }
  }
}

/// The work that filters of one output may take.
struct FilterBudget {
  /// Pixels that filters may still change, each counted for each function.
  private var left: Double
  /// The most pixels of one group.
  private static let mostPixels = 4_000_000.0
  /// The pixels of a group when the budget is used up.
  private static let fewestPixels = 10_000.0
  /// The number of changes of each pixel up to which a group has `fewestPixels`; with more changes it has fewer.
  private static let usualWork = 16.0
  /// The number of pixels on which the ink of a group is found.
  static let searchedPixels = 100_000.0

  /// - Parameter work: pixels, each counted for each change.
  init(work: Double = 32_000_000) { left = work }

  /// The pixels per px for an area. The more of the budget is used, the coarser it is.
  /// - Parameter work: how often the pixels are changed.
  mutating func scale(for area: Rect, wanted: Double, work: Double = 1) -> Double {
    let fewest = Self.fewestPixels * min(1, Self.usualWork / max(1, work))
    let most = min(Self.mostPixels, max(left / 8 / work, fewest))
    let size = area.width * area.height
    guard size > 0 else { return wanted }
    let longest = max(area.width, area.height)
    let scale = min(wanted, (most / size).squareRoot(), 29_000 / longest)
    left = max(0, left - size * scale * scale * work)
    return scale
  }
}

extension FilterFunction {
  fileprivate var isShadow: Bool { if case .dropShadow = self { true } else { false } }

  /// It is nil for other functions than `opacity()`.
  var opacity: Double? { if case .opacity(let opacity) = self { opacity } else { nil } }

  /// Whether it changes nothing.
  fileprivate var isIdentity: Bool {
    switch self {
    case .blur(let deviation): deviation == 0
    case .opacity(let opacity): opacity == 1
    case .color(.brightness, let amount), .color(.contrast, let amount), .color(.saturate, let amount): amount == 1
    case .color(_, let amount): amount == 0
    case .dropShadow: false
    case .element: true
    }
  }

  /// The distance beyond the content to which the filter draws, px.
  var reach: Double {
    switch self {
    case .blur(let deviation): 3 * deviation
    case .dropShadow(let shadow): 3 * shadow.deviation + max(abs(shadow.x), abs(shadow.y))
    case .opacity, .color: 0
    // Not known here.
    case .element: .infinity
    }
  }
}

extension [FilterFunction] {
  /// The opacity of a group whose content is not changed otherwise: shadows may come first; nil if it is.
  var trailingOpacity: Double? {
    let rest = drop { $0.isShadow }
    return rest.allSatisfy { $0.opacity != nil } ? rest.reduce(1) { $0 * ($1.opacity ?? 1) } : nil
  }

  /// How often they change each pixel, in proportion to the time that it takes.
  fileprivate var work: Double {
    Swift.max(
      1,
      reduce(0) { sum, filter in
        switch filter {
        case .color, .opacity, .element: sum + 1
        case .blur: sum + 4
        case .dropShadow: sum + 6
        }
      })
  }

  /// Pixels per px. A few per standard deviation suffice for a blurred picture.
  fileprivate func wantedScale(_ finest: Double) -> Double {
    let blurs = compactMap { if case .blur(let deviation) = $0, deviation > 0 { deviation } else { nil } }
    guard let widest = blurs.max(), contains(where: { !$0.isShadow }) else { return finest }
    return Swift.min(finest, Swift.max(4 / widest, 0.05))
  }
}
