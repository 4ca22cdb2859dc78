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
  private let sliced: SlicedBoxes
  private let tags: PageTags?
  private let page: Int
  /// The clips in force, outermost first, each one saved canvas state. Those before `clipBase` belong to an outer group.
  @exclusivity(unchecked) private var clips: [PaintOrder.Index] = []
  @exclusivity(unchecked) private var clipBase = 0

  init(
    _ document: LaidOutDocument, page: Int, traits: ContiguousArray<StyleTraits>, canvas: Canvas, fonts: FaceCache,
    pictures: PictureCache, sliced: SlicedBoxes, tags: PageTags? = nil
  ) {
    self.tags = tags
    self.page = page
    self.sliced = sliced
    self.document = document
    fragments = document.pages[page].fragments
    self.traits = traits
    self.canvas = canvas
    self.pictures = pictures
    order = PaintOrder(fragments, traits: traits)
    text = TextPainter(canvas: canvas, texts: document.texts, fonts: fonts, isTagged: tags != nil)
  }

  func paint() {
    paint(order.contexts[0])
    text.flush()
    tags?.end()
    setClip(PaintOrder.none)
  }

  // MARK: Contexts

  private func paintContext(_ index: PaintOrder.Index) {
    let context = order.contexts[Int(index)]
    let root = fragments[Int(context.root)]
    let flags = traits[Int(root.style.index)].flags
    guard !flags.isDisjoint(with: [.translucent, .transformed, .composited]) else { return paint(context) }
    paintGroup(context, root, document.styles[Int(root.style.index)].paint, isTranslucent: flags.contains(.translucent))
  }

  /// A context that is transformed, or painted as one picture and laid over the page with its opacity.
  private func paintGroup(_ context: PaintOrder.Context, _ root: Fragment, _ style: PaintStyle, isTranslucent: Bool) {
    let transform = AffineTransform(style.transforms, origin: style.transformOrigin, box: root.frame)
    let opacity = Double(style.opacity)
    guard canvas.canApply(transform), opacity > 0 else { return }
    text.flush()
    setClip(context.clip)
    let outerBase = clipBase
    clipBase = clips.count
    canvas.save()
    if transform != .identity { canvas.transform(transform) }
    clip(to: root, style)
    let isGroup = isTranslucent || style.blendMode != nil
    if isGroup {
      // What is in a group is marked as a whole.
      if tags?.isOpen(for: context.root) == false { tags?.begin(context.root) }
      tags?.beginGroup()
      canvas.beginGroup()
    }
    paint(context)
    text.flush()
    while clips.count > clipBase { popClip() }
    if isGroup {
      canvas.endGroup(opacity: opacity, style.blendMode)
      tags?.endGroup()
    }
    canvas.restore()
    clipBase = outerBase
  }

  /// Narrows the canvas to `clip-path` and `clip`.
  private func clip(to root: Fragment, _ style: PaintStyle) {
    let computed = Int(root.style.index)
    let rect = traits[computed].flags.contains(.absolute) ? style.clip : nil
    for path in [style.clipPath, rect] {
      guard let path else { continue }
      let geometry = BoxGeometry(root, document.styles)
      canvas.clip(
        path, geometry, content: geometry.content(root, document.styles),
        margin: root.frame.outset(by: document.styles[computed].box.margin))
    }
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
      canvas.add(BoxGeometry(fragment, document.styles).padding)
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
      mark(index)
      if flags.contains(.shadowed) { paintShadows(of: slice, fragment) }
      let style = traits[Int(fragment.style.index)]
      let lines = style.hasDecorations ? TextLines(document.styles, fragment.style) : nil
      text.add(slice, frame: fragment.frame, style.color, lines)
    case .box, .inlineBox:
      if flags.contains(.decorated) { paintDecoration(fragment, index) }
    case .collapsedBox:
      if flags.contains(.decorated) { paintDecoration(fragment, index) }
    case .fieldset(let border):
      if flags.contains(.decorated) { paintDecoration(border.box(of: fragment), index, gap: border.gap(of: fragment)) }
    case .group: break
    case .background:
      guard flags.contains(.decorated) else { break }
      endMark()
      paintBackground(fragment)
    case .canvas(let box, let hasBorder):
      guard flags.contains(.decorated) else { break }
      endMark()
      paintCanvas(fragment, box: box, hasBorder: hasBorder)
    case .layer(let area):
      guard flags.contains(.decorated) else { break }
      endMark()
      paintBackground(fragment, positioned: area)
    case .image(let id, let content):
      if flags.contains(.decorated) { paintDecoration(fragment, index) }
      endMark()
      mark(index)
      paintImage(id, content, fragment)
    case .generated(let content):
      if flags.contains(.decorated) { paintDecoration(fragment, index) }
      text.flush()
      mark(index)
      guard case .gradient(let gradient)? = document.styles[Int(fragment.style.index)].content.content?.first else {
        break
      }
      TileImage(gradient, pictures)?.draw(content, canvas, pictures)
    case .rule(let style, let color):
      endMark()
      RulePainter(canvas: canvas, frame: fragment.frame, style: style, color: color).paint()
    case .control(let control):
      text.flush()
      canvas.draw(control, in: fragment.frame, document.styles[Int(fragment.style.index)].text.color)
    case .bullet(let bullet):
      text.flush()
      canvas.draw(bullet, in: fragment.frame, document.styles[Int(fragment.style.index)].text.color)
    }
  }

  /// Sees to it that what comes next is marked as a fragment's own.
  private func mark(_ index: PaintOrder.Index) {
    guard let tags, !tags.isOpen(for: index) else { return }
    text.flush()
    text.beginMark()
    tags.begin(index)
  }

  /// What comes next is there for looks alone.
  private func endMark() {
    text.flush()
    if let tags, !tags.isClosed { tags.end() }
  }

  /// Shadows, background and border of a box: where it is broken, the fragment's slice of the whole one's.
  private func paintDecoration(_ fragment: Fragment, _ index: PaintOrder.Index, gap: Rect? = nil) {
    endMark()
    let style = Int(fragment.style.index)
    let isCutToText = document.styles[style].paint.backgroundLayers.contains { $0.clip == .text }
    let painter = DecorationPainter(
      canvas: canvas, pictures: pictures,
      page: sheet, gap: gap, addText: isCutToText ? { self.addText(in: index) } : nil)
    guard let slice = sliced.slice(page: page, fragment: index) else { return painter.paint(fragment, document.styles) }
    canvas.isolated {
      canvas.add(slice.window(fragment))
      canvas.clip()
      painter.paint(slice.whole(fragment), document.styles)
    }
  }

  private var sheet: Rect {
    Rect(x: 0, y: 0, width: document.pages[page].size.width, height: document.pages[page].size.height)
  }

  /// Adds the outlines of all text in a fragment's subtree to the path.
  private func addText(in index: PaintOrder.Index) {
    let end = min(Int(fragments[Int(index)].subtreeEnd), fragments.count)
    for inner in Int(index)..<max(Int(index), end) {
      if case .text(let slice) = fragments[inner].content { text.addPath(of: slice, x: fragments[inner].frame.x) }
    }
  }

  private func paintShadows(of slice: TextSlice, _ fragment: Fragment) {
    text.flush()
    let shadows = document.styles[Int(fragment.style.index)].text.shadows
    TextShadowPainter(canvas: canvas, text: text, masks: pictures.masks).paint(shadows, slice, fragment.frame)
  }

  /// A background that stands apart from its box, without border and padding.
  private func paintBackground(_ fragment: Fragment, positioned positioning: Rect? = nil) {
    let area = RoundedRect(fragment.frame.snapped)
    let style = document.styles[Int(fragment.style.index)].paint
    BackgroundPainter(
      canvas: canvas, pictures: pictures, border: area, padding: area, content: area, positioning: positioning
    )
    .paint(color: style.backgroundColor, layers: style.backgroundLayers)
  }

  /// A background over more than the box that it belongs to, and that box's border.
  private func paintCanvas(_ fragment: Fragment, box: Rect, hasBorder: Bool) {
    var positioned = fragment
    positioned.frame = box
    let style = Int(fragment.style.index)
    let geometry = BoxGeometry(positioned, document.styles)
    if document.styles[style].paint.hasBackground {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: geometry.border, padding: geometry.padding,
        content: geometry.content(positioned, document.styles), area: RoundedRect(fragment.frame), page: sheet
      ).paint(
        color: document.styles[style].paint.backgroundColor, layers: document.styles[style].paint.backgroundLayers)
    }
    if hasBorder, geometry.borderWidth != Sides(0) {
      BorderPainter(
        canvas: canvas, outer: geometry.border, widths: geometry.borderWidth,
        styles: document.styles[style].box.borderStyle,
        colors: document.styles[style].paint.borderColor
      ).paint()
    }
  }

  private func paintImage(_ id: ImageID, _ content: Rect, _ fragment: Fragment) {
    let box = document.styles[Int(fragment.style.index)].box
    let natural = NaturalSize(pictures.images.info(id))
    let content = content.snapped
    let object = objectRect(natural, in: content, fit: box.objectFit, position: box.objectPosition)
    let shape = contentShape(content, fragment)
    // Cairo forgets marks that an unclipped picture follows.
    if content.contains(object), !shape.isRounded, tags == nil {
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
    let frame = fragment.frame.snapped
    let border = RoundedRect(
      frame, document.styles[Int(fragment.style.index)].paint.borderRadius, edges: fragment.edges)
    guard border.isRounded else { return RoundedRect(content) }
    return border.inset(
      by: Sides(
        top: max(0, content.y - frame.y), right: max(0, frame.maxX - content.maxX),
        bottom: max(0, frame.maxY - content.maxY), left: max(0, content.x - frame.x)))
  }

  private func paintOutline(_ index: PaintOrder.Index) {
    let fragment = fragments[Int(index)]
    endMark()
    setClip(order.clip(of: index))
    let style = document.styles[Int(fragment.style.index)].paint
    let border = RoundedRect(fragment.frame.snapped, style.borderRadius, edges: fragment.edges)
    BorderPainter(
      canvas: canvas, outer: border.outset(by: style.outlineOffset + style.outlineWidth),
      widths: Sides(style.outlineWidth),
      styles: Sides(style.outlineStyle), colors: Sides(style.outlineColor)
    ).paint()
  }
}
