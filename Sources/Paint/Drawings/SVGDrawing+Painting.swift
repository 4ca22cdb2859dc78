import Layout
import Style

extension SVGDrawing {
  /// Draws the image into an area.
  /// - Parameters:
  ///   - size: the size of an image without a view box; nil if it has none and adapts to any area.
  ///   - fonts: the fonts of the text.
  ///   - isClipped: whether nothing is drawn outside the area.
  func draw(in area: Rect, size: Size?, fonts: FaceCache, isClipped: Bool = true, on canvas: any Canvas) {
    if isClipped {
      canvas.add(area)
      canvas.clip()
    }
    let transform: AffineTransform =
      if let viewBox {
        alignment.transform(from: viewBox, to: area)
      } else if let size {
        AffineTransform(a: area.width / size.width, d: area.height / size.height, e: area.x, f: area.y)
      } else {
        .translation(area.x, area.y)
      }
    guard canvas.canApply(transform) else { return }
    canvas.transform(transform)
    var viewports = [
      viewBox.map { Size(width: $0.width, height: $0.height) } ?? size ?? Size(width: area.width, height: area.height)
    ]
    var index = 0
    while index < operations.count {
      switch operations[index] {
      case .beginGroup(let transform, let opacity, let clip):
        guard opacity > 0, canvas.canApply(transform) else {
          index = endOfGroup(from: index)
          continue
        }
        begin(transform, opacity, clip: clip, on: canvas)
      case .endGroup(let opacity): end(opacity, on: canvas)
      case .beginViewport(let viewport):
        guard let size = begin(viewport, in: viewports[viewports.count - 1], on: canvas) else {
          index = endOfGroup(from: index)
          continue
        }
        viewports.append(size)
      case .endViewport:
        viewports.removeLast()
        canvas.restore()
      case .shape(let path, let style): draw(path, style, on: canvas)
      case .text(let text):
        guard text.opacity > 0, canvas.canApply(text.transform) else { break }
        begin(text.transform, text.opacity, on: canvas)
        text.draw(fonts, on: canvas)
        end(text.opacity, on: canvas)
      }
      index += 1
    }
  }

  /// The index after the end of a group or viewport.
  private func endOfGroup(from start: Int) -> Int {
    var depth = 0
    for index in start..<operations.count {
      switch operations[index] {
      case .beginGroup, .beginViewport: depth += 1
      case .endGroup, .endViewport: depth -= 1
      case .shape, .text: continue
      }
      if depth == 0 { return index + 1 }
    }
    return operations.count
  }

  /// Begins a viewport. Returns the size of its coordinate system; nil, with nothing begun, if it has no area.
  private func begin(_ viewport: SVGViewport, in outer: Size, on canvas: any Canvas) -> Size? {
    let area = viewport.area(in: outer)
    let transform =
      viewport.viewBox.map { viewport.alignment.transform(from: $0, to: area) } ?? .translation(area.x, area.y)
    guard area.width > 0, area.height > 0, canvas.canApply(transform) else { return nil }
    canvas.save()
    if viewport.isClipped {
      canvas.add(area)
      canvas.clip()
    }
    canvas.transform(transform)
    return viewport.viewBox.map { Size(width: $0.width, height: $0.height) }
      ?? Size(width: area.width, height: area.height)
  }

  private func begin(_ transform: AffineTransform, _ opacity: Double, clip: Clip? = nil, on canvas: any Canvas) {
    canvas.save()
    if transform != .identity { canvas.transform(transform) }
    if let clip {
      clip.path.add(to: canvas)
      canvas.clip(rule: clip.rule)
    }
    if opacity < 1 { canvas.beginGroup() }
  }

  private func end(_ opacity: Double, on canvas: any Canvas) {
    if opacity < 1 { canvas.endGroup(opacity: opacity) }
    canvas.restore()
  }

  // MARK: Shapes

  private func draw(_ path: SVGPath, _ style: SVGStyle, on canvas: any Canvas) {
    guard style.opacity > 0, canvas.canApply(style.transform) else { return }
    // The opacity of a shape with one paint is that of the paint.
    let isSingle = style.fill.isNone || style.stroke.isNone
    let groupOpacity = isSingle ? 1 : style.opacity
    let opacity = isSingle ? style.opacity : 1
    let isPlain = style.transform == .identity && groupOpacity == 1
    if !isPlain { begin(style.transform, groupOpacity, on: canvas) }
    path.add(to: canvas)
    let strokesFirst = style.strokesFirst && !isSingle
    let box = style.usesGradient ? canvas.pathExtents : Rect(x: 0, y: 0, width: 0, height: 0)
    if !strokesFirst, set(style.fill, style.fillOpacity * opacity, box, on: canvas) {
      canvas.fillWithSource(rule: style.fillRule, keepsPath: !style.stroke.isNone)
    }
    if style.line.width > 0, set(style.stroke, style.strokeOpacity * opacity, box, on: canvas) {
      canvas.strokeWithSource(style.line)
    }
    canvas.clearPath()
    if strokesFirst, set(style.fill, style.fillOpacity, box, on: canvas) {
      path.add(to: canvas)
      canvas.fillWithSource(rule: style.fillRule, keepsPath: false)
    }
    if !isPlain { end(groupOpacity, on: canvas) }
  }

  /// Sets the source of the canvas. Returns false if nothing is painted.
  private func set(_ paint: SVGStyle.Paint, _ opacity: Double, _ box: Rect, on canvas: any Canvas) -> Bool {
    switch paint {
    case .none: return false
    case .color(var color):
      color.alpha *= Float(opacity)
      guard color.alpha > 0 else { return false }
      canvas.setColor(color)
      return true
    case .gradient(let id): return gradients[id]?.set(on: canvas, opacity: opacity, box: box) ?? false
    }
  }
}

extension SVGStyle.Paint {
  var isNone: Bool { if case .none = self { true } else { false } }
}

extension SVGStyle {
  fileprivate var fillRule: FillRule { isEvenOdd ? .evenOdd : .winding }

  fileprivate var usesGradient: Bool {
    if case .gradient = fill { return true }
    if case .gradient = stroke { return true }
    return false
  }
}
