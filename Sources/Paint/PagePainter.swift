import Layout
import Resources
import Style

/// Paints one page's fragments in the order of CSS 2.2 appendix E.
final class PagePainter {
  private let document: LaidOutDocument
  private let fragments: ContiguousArray<Fragment>
  private let traits: ContiguousArray<StyleTraits>
  private let order: PaintOrder
  private let canvas: Canvas
  private let text: TextPainter
  private let pictures: PictureCache
  /// The clips in force, outermost first, each one saved canvas state. Those before `clipBase` belong to an outer group.
  private var clips: [PaintOrder.Index] = []
  private var clipBase = 0

  init(
    _ document: LaidOutDocument, page: Int, traits: ContiguousArray<StyleTraits>, canvas: Canvas, fonts: FaceCache,
    pictures: PictureCache
  ) {
    self.document = document
    fragments = document.pages[page].fragments
    self.traits = traits
    self.canvas = canvas
    self.pictures = pictures
    order = PaintOrder(fragments, traits: traits)
    text = TextPainter(canvas: canvas, texts: document.texts, fonts: fonts)
  }

  func paint() {
    paint(order.contexts[0])
    text.flush()
    setClip(PaintOrder.none)
  }

  // MARK: Contexts

  private func paintContext(_ index: PaintOrder.Index) {
    let context = order.contexts[Int(index)]
    let root = fragments[Int(context.root)]
    let flags = traits[Int(root.style.index)].flags
    guard flags.contains(.translucent) || flags.contains(.transformed) else { return paint(context) }
    paintGroup(context, root, document.styles[Int(root.style.index)].paint, isTranslucent: flags.contains(.translucent))
  }

  /// A context that is transformed, or painted as one picture and laid over the page with its opacity.
  private func paintGroup(_ context: PaintOrder.Context, _ root: Fragment, _ style: PaintStyle, isTranslucent: Bool) {
    let transform = AffineTransform(style.transforms, origin: style.transformOrigin, box: root.frame)
    let opacity = Double(style.opacity)
    guard transform.isInvertible, opacity > 0 else { return }
    text.flush()
    setClip(context.clip)
    let outerBase = clipBase
    clipBase = clips.count
    canvas.save()
    if transform != .identity { canvas.transform(transform) }
    if isTranslucent { canvas.beginGroup() }
    paint(context)
    text.flush()
    while clips.count > clipBase { popClip() }
    if isTranslucent { canvas.endGroup(opacity: opacity) }
    canvas.restore()
    clipBase = outerBase
  }

  /// Appendix E.2, steps 1 to 10.
  private func paint(_ context: PaintOrder.Context) {
    if context.root != PaintOrder.none { paint(context.root) }
    for child in context.negatives { paintContext(child) }
    for block in context.blocks { paint(block) }
    for float in context.floats { paintContext(float) }
    for step in context.inlines {
      switch step {
      case .fragment(let fragment): paint(fragment)
      case .context(let child): paintContext(child)
      }
    }
    for child in context.zeros { paintContext(child) }
    for child in context.positives { paintContext(child) }
    for outline in context.outlines { paintOutline(outline) }
  }

  // MARK: Clips

  /// Changes to the clips that hold for a fragment, keeping those that are in force already.
  private func setClip(_ clip: PaintOrder.Index) {
    // Almost always: nothing is clipped, or the same as before.
    if (clips.count > clipBase ? clips[clips.count - 1] : outerClip) == clip { return }
    var wanted: [PaintOrder.Index] = []
    var next = clip
    while next != PaintOrder.none, !clips[..<clipBase].contains(next) {
      wanted.append(next)
      next = order.clips[Int(next)].parent
    }
    wanted.reverse()
    let common = zip(clips[clipBase...], wanted).prefix { $0 == $1 }.count
    guard common < wanted.count || clips.count > clipBase + common else { return }
    text.flush()
    while clips.count > clipBase + common { popClip() }
    for clip in wanted[common...] {
      canvas.save()
      let fragment = fragments[Int(order.clips[Int(clip)].fragment)]
      canvas.add(BoxGeometry(fragment, document.styles[Int(fragment.style.index)]).padding)
      canvas.clip()
      clips.append(clip)
    }
  }

  private var outerClip: PaintOrder.Index { clipBase > 0 ? clips[clipBase - 1] : PaintOrder.none }

  private func popClip() {
    clips.removeLast()
    canvas.restore()
  }

  // MARK: Fragments

  private func paint(_ index: PaintOrder.Index) {
    let fragment = fragments[Int(index)]
    let flags = traits[Int(fragment.style.index)].flags
    guard !flags.contains(.hidden) else { return }
    setClip(order.clip(of: index))
    switch fragment.content {
    case .text(let slice):
      let style = traits[Int(fragment.style.index)]
      let decorations = style.hasDecorations ? document.styles[Int(fragment.style.index)].text.decorations : []
      text.add(slice, frame: fragment.frame, style.color, decorations)
    case .box, .inlineBox:
      if flags.contains(.decorated) { paintDecoration(fragment) }
    case .collapsedBox:
      if flags.contains(.decorated) { paintDecoration(fragment) }
    case .group: break
    case .background:
      guard flags.contains(.decorated) else { break }
      text.flush()
      paintBackground(fragment)
    case .layer(let area):
      guard flags.contains(.decorated) else { break }
      text.flush()
      paintBackground(fragment, positioned: area)
    case .image(let id, let content):
      if flags.contains(.decorated) { paintDecoration(fragment) }
      text.flush()
      paintImage(id, content, fragment)
    case .rule(let style, let color):
      text.flush()
      RulePainter(canvas: canvas, frame: fragment.frame, style: style, color: color).paint()
    case .control(let control):
      text.flush()
      canvas.draw(control, in: fragment.frame, document.styles[Int(fragment.style.index)].text.color)
    case .bullet(let bullet):
      text.flush()
      canvas.draw(bullet, in: fragment.frame, document.styles[Int(fragment.style.index)].text.color)
    }
  }

  /// Shadows, background and border of a box.
  private func paintDecoration(_ fragment: Fragment) {
    text.flush()
    let style = Int(fragment.style.index)
    let geometry = BoxGeometry(fragment, document.styles[style])
    let shadows = document.styles[style].paint.boxShadows
    let shadowPainter = ShadowPainter(canvas: canvas, border: geometry.border, padding: geometry.padding)
    if !shadows.isEmpty { shadowPainter.paintOuter(shadows) }
    if document.styles[style].paint.hasBackground {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: geometry.border, padding: geometry.padding,
        content: geometry.content(fragment, document.styles[style])
      ).paint(color: document.styles[style].paint.backgroundColor, layers: document.styles[style].paint.backgroundLayers)
    }
    if !shadows.isEmpty { shadowPainter.paintInner(shadows) }
    if case .collapsedBox = fragment.content { return }
    if geometry.borderWidth != Sides(0) {
      BorderPainter(
        canvas: canvas, outer: geometry.border, widths: geometry.borderWidth, styles: document.styles[style].box.borderStyle,
        colors: document.styles[style].paint.borderColor
      ).paint()
    }
  }

  /// A background that stands apart from its box, without border and padding.
  private func paintBackground(_ fragment: Fragment, positioned positioning: Rect? = nil) {
    let area = RoundedRect(fragment.frame)
    let style = document.styles[Int(fragment.style.index)].paint
    BackgroundPainter(canvas: canvas, pictures: pictures, border: area, padding: area, content: area, positioning: positioning)
      .paint(color: style.backgroundColor, layers: style.backgroundLayers)
  }

  private func paintImage(_ id: ImageID, _ content: Rect, _ fragment: Fragment) {
    let box = document.styles[Int(fragment.style.index)].box
    let natural = NaturalSize(pictures.images.info(id))
    let object = objectRect(natural, in: content, fit: box.objectFit, position: box.objectPosition)
    let shape = contentShape(content, fragment)
    if content.contains(object), !shape.isRounded {
      pictures.draw(id, in: object, on: canvas)
    } else {
      canvas.isolated {
        canvas.add(shape)
        canvas.clip()
        pictures.draw(id, in: object, on: canvas)
      }
    }
  }

  /// A replaced element's content is clipped to its content edge curve (css-backgrounds-3 §4.3).
  private func contentShape(_ content: Rect, _ fragment: Fragment) -> RoundedRect {
    let border = RoundedRect(
      fragment.frame, document.styles[Int(fragment.style.index)].paint.borderRadius, edges: fragment.edges)
    guard border.isRounded else { return RoundedRect(content) }
    let frame = fragment.frame
    return border.inset(
      by: Sides(
        top: max(0, content.y - frame.y), right: max(0, frame.maxX - content.maxX),
        bottom: max(0, frame.maxY - content.maxY), left: max(0, content.x - frame.x)))
  }

  private func paintOutline(_ index: PaintOrder.Index) {
    let fragment = fragments[Int(index)]
    text.flush()
    setClip(order.clip(of: index))
    let style = document.styles[Int(fragment.style.index)].paint
    let border = RoundedRect(fragment.frame, style.borderRadius, edges: fragment.edges)
    BorderPainter(
      canvas: canvas, outer: border.outset(by: style.outlineOffset + style.outlineWidth), widths: Sides(style.outlineWidth),
      styles: Sides(style.outlineStyle), colors: Sides(style.outlineColor)
    ).paint()
  }
}
