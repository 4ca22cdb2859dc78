import Layout
import Resources
import Style

/// The box around the content of a group (SVG 2 §8.10).
struct SVGContentBox {
  /// What belongs to the box.
  enum Extent {
    /// The geometry, without or with strokes, but not markers.
    case fill, stroke
    /// All that may be drawn, also beyond the areas of fonts.
    case ink
  }

  private let fonts: FaceCache
  private let extent: Extent
  /// Whether the content can only draw in the box.
  private(set) var isKnown = true
  private let naturalSize: (ImageID) -> Size?
  private var box = PathBox()
  /// The sizes of the viewports around the content.
  private var viewports: [Size]

  /// - Parameters:
  ///   - viewport: that around the group.
  ///   - naturalSize: the size of an image of the document.
  init(_ fonts: FaceCache, viewport: Size, _ extent: Extent, naturalSize: @escaping (ImageID) -> Size?) {
    (self.fonts, self.extent, self.naturalSize) = (fonts, extent, naturalSize)
    viewports = [viewport]
  }

  /// The box around the content of a group, in the coordinates in the group.
  mutating func box(ofGroupAt start: Int, in operations: [SVGDrawing.Operation]) -> Rect {
    var transforms: [AffineTransform] = []
    let outer = box
    box = PathBox()
    defer { box = outer }
    var index = start
    let end = operations.endOfGroup(from: start)
    while index < end {
      let transform = transforms.last ?? .identity
      defer { index += 1 }
      switch operations[index] {
      case .beginGroup(let group):
        if index != start, group.filter != nil, extent == .ink { isKnown = false }
        if group.isMarker, index != start, extent != .ink {
          index = operations.endOfGroup(from: index) - 1
        } else if let origin = group.origin, index != start {
          // Its content is not read again for the groups around it.
          let inner = box(ofGroupAt: index, in: operations)
          add(inner, transform.concatenating(origin.transform(group.transform, in: inner)))
          index = operations.endOfGroup(from: index) - 1
        } else {
          transforms.append(index == start ? .identity : transform.concatenating(group.transform))
        }
      case .beginViewport(let viewport): transforms.append(transform.concatenating(begin(viewport)))
      case .endGroup: transforms.removeLast()
      case .endViewport:
        transforms.removeLast()
        viewports.removeLast()
      case .shape(let path, let style):
        add(path.box.enlarged(by: reach(of: style)), transform.concatenating(style.transform))
      case .text(let text):
        guard let rect = SVGTextLayout(text, fonts).box else { continue }
        add(rect.enlarged(by: reach(of: text)), transform.concatenating(text.transform))
      case .image(let image):
        // How far the content of boxes extends is not known here.
        if image.showsBoxes { isKnown = false }
        add(image.area(naturalSize(image)), transform)
      }
    }
    return box.rect
  }

  /// The transform of the content of a viewport.
  private mutating func begin(_ viewport: SVGViewport) -> AffineTransform {
    let area = viewport.area(in: viewports[viewports.count - 1])
    let inner = viewport.viewBox ?? area
    viewports.append(Size(width: inner.width, height: inner.height))
    guard let box = viewport.viewBox else { return .translation(area.x, area.y) }
    return viewport.alignment.transform(from: box, to: area)
  }

  /// How far a shape extends beyond its geometry.
  private mutating func reach(of style: SVGStyle) -> Double {
    guard extent != .fill, !style.stroke.isNone else { return 0 }
    if style.strokesOnRoot { isKnown = false }
    return extent == .ink ? style.strokeReach : style.line.width / 2
  }

  /// How far glyphs extend beyond the areas of their fonts.
  private func reach(of text: SVGText) -> Double {
    guard extent == .ink else { return 0 }
    return text.segments.reduce(0) { max($0, $1.style.text.font.size + $1.style.strokeReach) }
  }

  private func naturalSize(_ image: SVGImage) -> Size? {
    switch image.content {
    case .stored(let id): image.width == nil || image.height == nil ? naturalSize(id) : nil
    case .drawing(_, let natural): natural
    case .boxes: nil
    }
  }

  private mutating func add(_ rect: Rect, _ transform: AffineTransform) {
    guard rect.width.isFinite, rect.height.isFinite else { return }
    let placed = transform.box(of: rect)
    box.add(placed.topLeft)
    box.add(Point(x: placed.maxX, y: placed.maxY))
  }
}
