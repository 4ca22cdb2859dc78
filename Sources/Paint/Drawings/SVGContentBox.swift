import Layout
import Resources
import Style

/// The box around the content of a group (SVG 2 §8.10).
struct SVGContentBox {
  private let fonts: FaceCache
  private let withStrokes: Bool
  private let naturalSize: (ImageID) -> Size?
  private var box = PathBox()
  /// The sizes of the viewports around the content.
  private var viewports: [Size]

  /// - Parameters:
  ///   - viewport: that around the group.
  ///   - naturalSize: the size of an image of the document.
  init(_ fonts: FaceCache, viewport: Size, withStrokes: Bool, naturalSize: @escaping (ImageID) -> Size?) {
    (self.fonts, self.withStrokes, self.naturalSize) = (fonts, withStrokes, naturalSize)
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
        if group.isMarker, index != start {
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
        let reach = withStrokes && !style.stroke.isNone ? style.line.width / 2 : 0
        add(reach > 0 ? path.box.inset(by: Sides(-reach)) : path.box, transform.concatenating(style.transform))
      case .text(let text):
        if let rect = SVGTextLayout(text, fonts).box { add(rect, transform.concatenating(text.transform)) }
      case .image(let image): add(image.area(naturalSize(image)), transform)
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

  private func naturalSize(_ image: SVGImage) -> Size? {
    switch image.content {
    case .stored(let id): image.width == nil || image.height == nil ? naturalSize(id) : nil
    case .drawing(_, let natural): natural
    case .boxes: nil
    }
  }

  private mutating func add(_ rect: Rect, _ transform: AffineTransform) {
    for (x, y) in [(rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY)] {
      box.add(transform.applied(to: Point(x: x, y: y)))
    }
  }
}
