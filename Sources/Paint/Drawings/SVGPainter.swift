import Layout
import Style

/// Draws the operations of a drawing on a canvas.
final class SVGPainter {
  let drawing: SVGDrawing
  let fonts: FaceCache
  let canvas: any Canvas
  let drawImage: SVGDrawing.ImageDrawer
  var boxes: BoxesInDrawing?
  let layers: SVGLayerBudget
  /// The sizes of the viewports that have begun.
  private var viewports: [Size]
  /// The groups that have begun, with the boxes around their contents where these are needed.
  var groups: [(group: SVGDrawing.Group, box: Rect)] = []
  /// Whether a tile of a pattern is drawn.
  var isInPattern = false
  /// The transforms to the root of the coordinates of the groups and viewports that have begun.
  var transforms: [AffineTransform] = [.identity]

  init(
    _ drawing: SVGDrawing, _ fonts: FaceCache, _ canvas: any Canvas, viewport: Size, layers: SVGLayerBudget,
    drawImage: @escaping SVGDrawing.ImageDrawer
  ) {
    (self.drawing, self.fonts, self.canvas, self.drawImage) = (drawing, fonts, canvas, drawImage)
    self.layers = layers
    viewports = [viewport]
  }

  /// A painter of a part of the drawing, such as a mask, on another canvas.
  func part(on canvas: any Canvas, _ transform: AffineTransform) -> SVGPainter {
    let part = SVGPainter(drawing, fonts, canvas, viewport: viewport, layers: layers, drawImage: drawImage)
    part.isInPattern = isInPattern
    part.transforms = [toRoot.concatenating(transform)]
    part.boxes = boxes
    return part
  }

  /// The size of the current viewport.
  var viewport: Size { viewports[viewports.count - 1] }
  /// The transform from the current coordinates to those of the root.
  var toRoot: AffineTransform { transforms[transforms.count - 1] }

  func draw(_ operations: [SVGDrawing.Operation]) { draw(operations, in: operations.indices) }

  func draw(_ operations: [SVGDrawing.Operation], in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard begins(operations, index) else {
        index = operations.endOfGroup(from: index)
        continue
      }
      draw(operations[index])
      index += 1
      if case .beginGroup(let group) = operations[index - 1], let filter = group.filter {
        let end = operations.endOfGroup(from: index - 1) - 1
        draw(filter, groups.last?.box ?? .nothing, operations, in: index..<end)
        index = end
      }
    }
  }

  /// Begins a group or a viewport. Returns false, with nothing begun, if nothing of it is drawn.
  private func begins(_ operations: [SVGDrawing.Operation], _ index: Int) -> Bool {
    switch operations[index] {
    case .beginGroup(let group): begin(group, operations, index)
    case .beginViewport(let viewport): begin(viewport)
    default: true
    }
  }

  private func draw(_ operation: SVGDrawing.Operation) {
    switch operation {
    case .beginGroup, .beginViewport: break
    case .endGroup: endGroup()
    case .endViewport:
      viewports.removeLast()
      transforms.removeLast()
      canvas.restore()
    case .shape(let path, let style): draw(path, style)
    case .text(let text): draw(text)
    case .image(let image): draw(image)
    }
  }

  // MARK: Viewports

  /// Returns false, with nothing begun, if it has no area.
  private func begin(_ viewport: SVGViewport) -> Bool {
    let area = viewport.area(in: self.viewport)
    let transform =
      viewport.viewBox.map { viewport.alignment.transform(from: $0, to: area) } ?? .translation(area.x, area.y)
    guard area.width > 0, area.height > 0, canvas.canApply(transform) else { return false }
    canvas.save()
    if viewport.isClipped {
      canvas.add(area)
      canvas.clip()
    }
    canvas.transform(transform)
    transforms.append(toRoot.concatenating(transform))
    viewports.append(
      viewport.viewBox.map { Size(width: $0.width, height: $0.height) }
        ?? Size(width: area.width, height: area.height))
    return true
  }

  // MARK: Content

  private func draw(_ text: SVGText) {
    guard text.opacity > 0, canvas.canApply(text.transform) else { return }
    canvas.save()
    if text.transform != .identity { canvas.transform(text.transform) }
    if text.opacity < 1 { canvas.beginGroup() }
    SVGTextPainter(text, self).draw()
    if text.opacity < 1 { canvas.endGroup(opacity: text.opacity) }
    canvas.restore()
  }

  private func draw(_ image: SVGImage) {
    switch image.content {
    case .stored(let id):
      drawImage(SVGDrawing.Image(id: id, isPixelated: image.isPixelated), { place(image, $0) }, canvas)
    case .boxes(let node):
      let isInGroup = groups.contains { $0.group.isLayer || !$0.group.masks.isEmpty }
      boxes?.paint(node, toRoot, isInGroup, canvas)
    case .drawing(let drawing, let natural):
      canvas.save()
      if let area = place(image, natural) {
        drawing.draw(in: area, size: natural, fonts: fonts, on: canvas, layers: layers)
      }
      canvas.restore()
    }
  }

  /// Clips to the area of an image, and returns that of its content.
  private func place(_ image: SVGImage, _ natural: Size?) -> Rect? {
    let area = image.area(natural)
    guard area.width > 0, area.height > 0 else { return nil }
    canvas.add(area)
    canvas.clip()
    guard let natural, natural.width > 0, natural.height > 0 else { return area }
    let fit = image.alignment.transform(
      from: Rect(x: 0, y: 0, width: natural.width, height: natural.height), to: area)
    guard fit.a != fit.d, canvas.canApply(fit) else {
      return Rect(x: fit.e, y: fit.f, width: natural.width * fit.a, height: natural.height * fit.d)
    }
    // An image that is stretched does not keep its own ratio.
    canvas.transform(fit)
    return Rect(x: 0, y: 0, width: natural.width, height: natural.height)
  }
}

extension [SVGDrawing.Operation] {
  /// The index after the end of a group or viewport.
  func endOfGroup(from start: Int) -> Int {
    var depth = 0
    for index in start..<count {
      switch self[index] {
      case .beginGroup, .beginViewport: depth += 1
      case .endGroup, .endViewport: depth -= 1
      case .shape, .text, .image: continue
      }
      if depth == 0 { return index + 1 }
    }
    return count
  }
}
