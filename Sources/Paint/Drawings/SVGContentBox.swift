import Layout

/// The box around the content of a group, without strokes (SVG 2 §8.10).
struct SVGContentBox {
  private let fonts: FaceCache
  private var box = PathBox()

  init(_ fonts: FaceCache) { self.fonts = fonts }

  /// In the coordinates in the group.
  func box(ofGroupAt start: Int, in operations: [SVGDrawing.Operation]) -> Rect {
    var transforms: [AffineTransform] = []
    var result = self
    var index = start
    let end = operations.endOfGroup(from: start)
    while index < end {
      let transform = transforms.last ?? .identity
      defer { index += 1 }
      switch operations[index] {
      case .beginGroup(let group):
        if let origin = group.origin, index != start {
          // Its content is not read again for the groups around it.
          let inner = box(ofGroupAt: index, in: operations)
          result.add(inner, transform.concatenating(origin.transform(group.transform, in: inner)))
          index = operations.endOfGroup(from: index) - 1
        } else {
          transforms.append(index == start ? .identity : transform.concatenating(group.transform))
        }
      case .beginViewport(let viewport):
        let area = viewport.area(in: Size(width: 0, height: 0))
        let own = viewport.viewBox.map { viewport.alignment.transform(from: $0, to: area) }
        transforms.append(transform.concatenating(own ?? .translation(area.x, area.y)))
      case .endGroup, .endViewport: transforms.removeLast()
      case .shape(let path, let style):
        result.add(path.box, transform.concatenating(style.transform))
      case .text(let text):
        if let rect = SVGTextLayout(text, fonts).box { result.add(rect, transform.concatenating(text.transform)) }
      case .image(let image): result.add(image.area(nil), transform)
      }
    }
    return result.box.rect
  }

  private mutating func add(_ rect: Rect, _ transform: AffineTransform) {
    for (x, y) in [(rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY)] {
      box.add(transform.applied(to: Point(x: x, y: y)))
    }
  }
}
