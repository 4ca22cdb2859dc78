import Layout
import Style

/// Groups with the properties of elements: transforms, opacity, clips, masks and links.
extension SVGPainter {
  /// Begins a group. Returns false, with nothing begun, if nothing of it is drawn.
  func begin(_ group: SVGDrawing.Group, _ operations: [SVGDrawing.Operation], _ index: Int) -> Bool {
    var (group, box) = (group, Rect(x: 0, y: 0, width: 0, height: 0))
    if group.needsBox { box = contentBox(ofGroupAt: index, in: operations, .fill) ?? box }
    // Fractions of a box without an area have no effect.
    if box.width <= 0 || box.height <= 0, !group.masks.isEmpty { group.masks.removeAll { $0.dependsOnBox } }
    let transform = group.origin?.transform(group.transform, in: box) ?? group.transform
    guard group.opacity > 0, canvas.canApply(transform) else { return false }
    canvas.save()
    if transform != .identity { canvas.transform(transform) }
    if let clip = group.clip {
      let own = clip.usesBox ? AffineTransform(unitsOf: box).concatenating(clip.transform) : clip.transform
      clip.path.transformed(by: own).add(to: canvas)
      canvas.clip(rule: clip.rule)
    }
    if let shape = group.clipShape { shape.clip(canvas, in: area(of: shape.box, box, operations, index)) }
    if let link = group.link, !groups.contains(where: { $0.group.isMarker }),
      let area = contentBox(ofGroupAt: index, in: operations, .stroke)
    {
      canvas.addLink(area, link)
    }
    // Text that is drawn invisibly, so that it is found, has no effects.
    if canvas.isInvisible { group.hideEffects() }
    guard layers.take(3 * group.masks.count + (group.isLayer ? 1 : 0), on: canvas) else {
      canvas.restore()
      return false
    }
    transforms.append(toRoot.concatenating(transform))
    for _ in group.masks { canvas.beginGroup() }
    if group.isLayer { canvas.beginGroup() }
    groups.append((group, box))
    return true
  }

  /// The box around the content of a group in its coordinates; nil if that is not known.
  func contentBox(
    ofGroupAt index: Int, in operations: [SVGDrawing.Operation], _ extent: SVGContentBox.Extent
  ) -> Rect? {
    var finder = SVGContentBox(fonts, viewport: viewport, extent) { [drawImage, canvas] id in
      var size: Size?
      drawImage(
        SVGDrawing.Image(id: id),
        {
          size = $0
          return nil
        }, canvas)
      return size
    }
    let box = finder.box(ofGroupAt: index, in: operations)
    return extent == .ink && !finder.isKnown ? nil : box
  }

  private func area(of box: SVGOrigin.Box, _ content: Rect, _ operations: [SVGDrawing.Operation], _ index: Int) -> Rect
  {
    switch box {
    case .view: Rect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    case .fill: content
    case .stroke: contentBox(ofGroupAt: index, in: operations, .stroke) ?? content
    }
  }

  func endGroup() {
    guard let (group, box) = groups.popLast() else { return }
    if group.isLayer { canvas.endGroup(opacity: group.opacity, group.blend) }
    for mask in group.masks.reversed() {
      canvas.endGroup(maskIsLuminance: mask.isLuminance) { draw(mask, box, on: $0) }
    }
    transforms.removeLast()
    canvas.restore()
  }

  private func draw(_ mask: SVGMask, _ box: Rect, on canvas: any Canvas) {
    let transform = mask.usesBox ? AffineTransform(unitsOf: box) : .identity
    guard canvas.canApply(transform) else { return }
    canvas.save()
    if let area = mask.area {
      canvas.add(area.area(in: box))
      canvas.clip()
    }
    canvas.transform(transform)
    let painter = part(on: canvas, transform)
    painter.draw(mask.operations)
    canvas.restore()
  }
}

extension SVGDrawing.Group {
  fileprivate mutating func hideEffects() { (opacity, masks, blend, isIsolated) = (1, [], nil, false) }

  /// Whether it is painted as one layer.
  var isLayer: Bool { opacity < 1 || blend != nil || isIsolated }

  /// Whether the box around its content has to be known.
  var needsBox: Bool {
    origin != nil || clip?.usesBox == true || clipShape?.box == .fill || filter?.usesBox == true
      || masks.contains { $0.dependsOnBox }
  }
}
