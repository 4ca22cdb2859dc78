import Layout
import Resources
import Style

extension PagePainter {
  /// Paints shadows, background and border of a box. For a fragment of a broken box it paints those of the whole box,
  /// clipped to the fragment.
  func paintDecoration(_ fragment: Fragment, _ index: PaintOrder.Index, gap: Rect? = nil) {
    endMark()
    let style = Int(fragment.style.index)
    let isCutToText = document.styles[style].paint.backgroundLayers.contains { $0.clip == .text }
    let painter = DecorationPainter(
      canvas: canvas, pictures: pictures,
      page: fixedArea(of: index), gap: gap, addText: isCutToText ? { self.addText(in: index) } : nil)
    guard let slice = sliced.slice(page: page, fragment: index) else { return painter.paint(fragment, document.styles) }
    canvas.isolated {
      canvas.add(slice.window(fragment))
      canvas.clip()
      painter.paint(slice.whole(fragment), document.styles)
    }
  }

  /// The page without the bleed and the area of printer's marks.
  private var pageBox: Rect {
    let page = document.pages[page]
    return page.trim ?? Rect(x: 0, y: 0, width: page.size.width, height: page.size.height)
  }

  /// The positioning area of `background-attachment: fixed`, in the coordinates of the box's background; nil if there is
  /// no such background, or if it has no effect because of a transform (css-transforms-1 §3).
  private func fixedArea(of index: PaintOrder.Index) -> Rect? {
    let style = Int(fragments[Int(index)].style.index)
    guard document.styles[style].paint.backgroundLayers.contains(where: \.isFixed), var transform = toPage else {
      return nil
    }
    if let turn = document.styles[style].text.vertical.turn { transform = transform.concatenating(turn.undone) }
    let change = abs(transform.a - 1) + abs(transform.b) + abs(transform.c) + abs(transform.d - 1)
    return change < 1e-6 ? pageBox.offset(x: -transform.e, y: -transform.f) : nil
  }

  /// Adds the outlines of all text in a fragment's subtree, with its decoration lines, to the path, as far as the budget
  /// allows.
  private func addText(in index: PaintOrder.Index) {
    let end = min(Int(fragments[Int(index)].subtreeEnd), fragments.count)
    // Turned contents, as of vertical text, and other boxes that are transformed in the box.
    var transforms: [(end: Int, transform: AffineTransform)] = []
    for inner in Int(index)..<max(Int(index), end) {
      while let last = transforms.last, last.end <= inner { transforms.removeLast() }
      let fragment = fragments[inner]
      if inner > index, fragment.isTransformed, traits(of: fragment).flags.contains(.transformed) {
        let own = AffineTransform(of: document.styles[Int(fragment.style.index)], frame: fragment.frame)
        let outer = transforms.last?.transform ?? .identity
        transforms.append((Int(fragment.subtreeEnd), outer.concatenating(own)))
      }
      guard case .text(let slice) = fragment.content,
        pictures.textClipBudget.take(glyphs: slice.glyphs.count)
      else { continue }
      if let transform = transforms.last?.transform {
        text.addPath(of: slice, x: fragment.frame.x, transform)
        continue
      }
      text.addPath(of: slice, x: fragments[inner].frame.x)
      if traits(of: fragments[inner]).hasDecorations {
        let lines = TextLines(document.styles, fragments[inner].style, text.fonts)
        text.addPath(of: lines, slice, frame: fragments[inner].frame)
      }
    }
  }

  func paintShadows(of slice: TextSlice, _ lines: TextLines?, _ fragment: Fragment) {
    text.flush()
    let style = document.styles[Int(fragment.style.index)].text
    TextShadowPainter(canvas: canvas, text: text, masks: pictures.masks).paint(style, slice, lines, fragment.frame)
  }

  /// Paints a background that is not that of a box, without border and padding.
  func paintBackground(_ fragment: Fragment, positioned positioning: Rect? = nil) {
    let area = RoundedRect(fragment.frame.snapped)
    let style = document.styles[Int(fragment.style.index)]
    func paint(_ area: RoundedRect, _ positioning: Rect?) {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: area, padding: area, content: area, positioning: positioning,
        images: style.text.images
      )
      .paint(color: style.paint.backgroundColor, layers: style.paint.backgroundLayers)
    }
    guard let turn = style.text.vertical.turn, !style.paint.backgroundLayers.isEmpty else {
      return paint(area, positioning)
    }
    canvas.isolated(undoing: turn) {
      paint(turn.onPage(area), positioning.map { turn.onPage(RoundedRect($0)).rect })
    }
  }

  /// Paints a background that covers more than its box, and the border of the box.
  func paintCanvas(_ fragment: Fragment, box: Rect, hasBorder: Bool) {
    var positioned = fragment
    positioned.frame = box
    let style = Int(fragment.style.index)
    let geometry = BoxGeometry(positioned, document.styles)
    if document.styles[style].paint.hasBackground {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: geometry.border, padding: geometry.padding,
        content: geometry.content(positioned, document.styles), area: RoundedRect(fragment.frame), page: pageBox,
        images: document.styles[style].text.images
      ).paint(
        color: document.styles[style].paint.backgroundColor, layers: document.styles[style].paint.backgroundLayers)
    }
    if hasBorder, geometry.borderWidth != Sides(0) {
      BorderPainter(
        canvas: canvas, outer: geometry.border, widths: geometry.borderWidth,
        styles: document.styles[style].box.borderStyle,
        colors: document.styles[style].paintedBorderColors
      ).paint()
    }
  }

  /// - Parameter boxes: paints the boxes that an `svg` element shows.
  func paintImage(_ image: PlacedImage, _ fragment: Fragment, _ boxes: BoxesInDrawing? = nil) {
    let id = image.image
    let box = document.styles[Int(fragment.style.index)].box
    let images = document.styles[Int(fragment.style.index)].text.images
    let natural = NaturalSize(pictures.images.info(id).scaled(to: images.resolution))
    let content = image.area.snapped
    let object = objectRect(natural, in: content, fit: box.objectFit, position: box.objectPosition)
    let shape = contentShape(content, fragment)
    if content.contains(object), !shape.isRounded || pictures.showsOverflow(id) {
      pictures.draw(id, in: object, isPixelated: images.arePixelated, boxes: boxes, on: canvas)
    } else {
      canvas.isolated {
        canvas.add(shape)
        canvas.clip()
        pictures.draw(id, in: object, isPixelated: images.arePixelated, boxes: boxes, on: canvas)
      }
    }
  }

  /// The content edge curve, to which the content of a replaced element is clipped (css-backgrounds-3 §4.3).
  private func contentShape(_ content: Rect, _ fragment: Fragment) -> RoundedRect {
    let frame = fragment.frame.snapped
    let border = RoundedRect(
      frame, document.styles[Int(fragment.style.index)].paint.borderRadius, edges: fragment.edges)
    guard border.isRounded else { return RoundedRect(content) }
    return border.inset(
      by: Sides(
        top: max(0, content.y - frame.y), right: max(0, frame.maxX - content.maxX),
        bottom: max(0, frame.maxY - content.maxY), left: max(0, content.x - frame.x)))
  }

  func paintOutline(_ index: PaintOrder.Index) {
    let fragment = fragments[Int(index)]
    endMark()
    setClip(order.clip(of: index))
    let style = document.styles[Int(fragment.style.index)].paint
    var frame = fragment.frame
    if case .canvas(let box, _) = fragment.content { frame = box }
    let border = RoundedRect(frame.snapped, style.borderRadius, edges: fragment.edges)
    BorderPainter(
      canvas: canvas, outer: border.outline(style.outlineOffset, width: style.outlineWidth),
      widths: Sides(style.outlineWidth),
      styles: Sides(style.outlineStyle), colors: Sides(style.outlineColor)
    ).paint()
  }
}

extension Fragment {
  /// Whether a transform of its style is that of the fragment, not of the box around it.
  fileprivate var isTransformed: Bool {
    switch content {
    case .box, .group, .collapsedBox, .fieldset, .image: true
    default: false
    }
  }
}
