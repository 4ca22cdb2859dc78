import Layout

/// A box around everything that a group may draw, with strokes.
struct SVGInkBox {
  private let fonts: FaceCache

  init(_ fonts: FaceCache) { self.fonts = fonts }

  /// The box around some operations, in the coordinates in which they begin; nil if it is not known.
  func box(of operations: [SVGDrawing.Operation], in range: Range<Int>) -> Rect? {
    var transforms: [AffineTransform] = [.identity]
    var result = PathBox()
    for index in range {
      let transform = transforms[transforms.count - 1]
      func add(_ rect: Rect, reach: Double, _ own: AffineTransform) {
        guard rect.width.isFinite, rect.height.isFinite else { return }
        let rect = rect.enlarged(by: reach)
        for (x, y) in [(rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY)] {
          result.add(transform.concatenating(own).applied(to: Point(x: x, y: y)))
        }
      }
      switch operations[index] {
      case .beginGroup(let group):
        guard group.origin == nil, group.filter == nil else { return nil }
        transforms.append(transform.concatenating(group.transform))
      case .beginViewport: return nil
      case .endGroup: transforms.removeLast()
      case .endViewport: break
      case .shape(let path, let style):
        guard !style.strokesOnRoot else { return nil }
        add(path.box, reach: style.strokeReach, style.transform)
      case .text(let text):
        guard let box = SVGTextLayout(text, fonts).box else { continue }
        let reach = text.segments.reduce(0) { max($0, $1.style.text.font.size + $1.style.strokeReach) }
        add(box, reach: reach, text.transform)
      case .image(let image):
        // Not known here: the natural size of an image, and how far the content of boxes extends.
        guard image.width != nil, image.height != nil, !image.showsBoxes else { return nil }
        add(image.area(nil), reach: 0, .identity)
      }
    }
    return result.rect
  }
}
