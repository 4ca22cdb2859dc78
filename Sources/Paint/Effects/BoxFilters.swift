import Layout
import Resources
import Style

/// The filters of boxes that refer to `filter` elements of the document (filter-effects-1 §5), for one output. Each is
/// read once.
final class BoxFilters {
  /// A filter, and the drawing whose gradients and patterns its `feImage` elements show.
  typealias Filter = (filter: SVGFilter, drawing: SVGDrawing, viewport: Size)

  let layers = SVGLayerBudget()
  private var known: [[FilterFunction]: Filter?] = [:]

  /// Returns nil if no function refers to an element that exists, or if the filter is larger than the limits.
  func filter(_ functions: [FilterFunction], _ images: ImageStore) -> Filter? {
    guard functions.contains(where: { $0.element != nil }) else { return nil }
    if let known = known[functions] { return known }
    let filter = read(functions, images)
    known[functions] = .some(filter)
    return filter
  }

  private func read(_ functions: [FilterFunction], _ images: ImageStore) -> Filter? {
    let elements = functions.compactMap(\.element).compactMap { address in
      images.drawing(at: address).flatMap { images.drawing($0) as? SVGFilterElement }
    }
    guard let first = elements.first else { return nil }
    let declarations = elements.reduce(into: [:]) { all, element in
      all.merge(element.declarations) { first, _ in first }
    }
    let document = SVGDocument(SVGDocument(first.document), declarations: declarations, clipPaths: [:])
    let definitions = elements.flatMap { [$0.element] + $0.definitions }
    let reader = SVGReader(document, first.element, definitions: definitions, size: first.viewport, isBox: true)
    for element in elements { reader.images.merge(element.images) { first, _ in first } }
    var style = SVGStyle(SVGUnits(viewport: first.viewport))
    style.effects.filter = SVGValue(functions.map(\.css).joined(separator: " "))
    guard let filter = reader.filter(style) ?? nil else { return nil }
    return (filter, reader.drawing, first.viewport)
  }
}

extension PagePainter {
  /// Paints a group with a filter of the document, whose coordinates begin at the corner of its border box.
  func paint(_ filter: BoxFilters.Filter, of root: PaintOrder.Index, _ paint: (PagePainter) -> Void) {
    let frame = fragments[Int(root)].frame
    let box = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
    let toPage = AffineTransform.translation(-frame.x, -frame.y)
    canvas.save()
    canvas.transform(.translation(frame.x, frame.y))
    let painter = SVGPainter(
      filter.drawing, text.fonts, canvas, viewport: filter.viewport, layers: pictures.boxFilters.layers
    ) { [pictures] image, area, canvas in
      canvas.isolated {
        let natural = pictures.images.info(image.id).imageSize
        guard let rect = area(natural) else { return }
        pictures.draw(image.id, in: rect, isPixelated: image.isPixelated, on: canvas)
      }
    }
    let ink = inkBox(of: root)?.offset(x: -frame.x, y: -frame.y)
    painter.draw(filter.filter, box, ink: ink, isOpaque: false) { canvas in
      canvas.save()
      canvas.transform(toPage)
      paint(canvas === self.canvas ? self : PagePainter(self, on: canvas, isSearching: false))
      canvas.restore()
    }
    canvas.restore()
  }
}
