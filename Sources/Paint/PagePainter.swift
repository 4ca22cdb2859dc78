import Layout
import Resources
import Style

/// Paints one page's fragments in the order of CSS 2.2 appendix E.
final class PagePainter {
  let document: LaidOutDocument
  let fragments: ContiguousArray<Fragment>
  private let traits: ContiguousArray<StyleTraits>
  let order: PaintOrder
  let canvas: any Canvas
  let text: TextPainter
  let pictures: PictureCache
  let sliced: SlicedBoxes
  let tags: PageTags?
  let page: Int
  // Compared for each fragment, where exclusivity checks would cost more than the work; no method passes these
  // properties to other code.
  /// The current clips, outermost first. Each is a saved canvas state. Clips before `clipBase` belong to an outer
  /// group.
  @exclusivity(unchecked) var clips: [PaintOrder.Index] = []
  @exclusivity(unchecked) var clipBase = 0
  /// From the coordinates of the boxes that are painted to those of the page, in turned contents; nil in boxes with a
  /// transform.
  var toPage: AffineTransform? = .identity
  /// Whether the canvas is that of a group with filters.
  let isInPixels: Bool
  /// Whether the pixels only show where something is painted.
  let isSearching: Bool

  init(
    _ document: LaidOutDocument, page: Int, traits: ContiguousArray<StyleTraits>, canvas: any Canvas, fonts: FaceCache,
    pictures: PictureCache, sliced: SlicedBoxes, tags: PageTags? = nil
  ) {
    (isInPixels, isSearching) = (false, false)
    self.tags = tags
    self.page = page
    self.sliced = sliced
    self.document = document
    fragments = document.pages[page].fragments
    self.traits = traits
    self.canvas = canvas
    self.pictures = pictures
    order = PaintOrder(fragments, moved: document.pages[page].moved, traits: traits)
    text = TextPainter(
      canvas: canvas, texts: document.texts, fonts: fonts, strokes: pictures.strokeBudget, isTagged: tags != nil)
  }

  /// A painter of a part of the page on another canvas, within the clips of a group.
  init(_ page: PagePainter, on canvas: any Canvas, isSearching: Bool) {
    isInPixels = true
    self.isSearching = isSearching || page.isSearching
    tags = nil
    self.page = page.page
    sliced = page.sliced
    document = page.document
    fragments = page.fragments
    traits = page.traits
    self.canvas = canvas
    pictures = canvas.isVector ? page.pictures : page.pictures.inPixels
    order = page.order
    text = TextPainter(
      canvas: canvas, texts: page.document.texts, fonts: page.text.fonts, strokes: pictures.strokeBudget)
    toPage = page.toPage
    clips = Array(page.clips[..<page.clipBase])
    clipBase = clips.count
  }

  func paint() {
    paint(order.contexts[0])
    text.flush()
    tags?.end()
    setClip(PaintOrder.none)
  }

  // MARK: Contexts

  func paintContext(_ index: PaintOrder.Index) {
    let context = order.contexts[Int(index)]
    let root = fragments[Int(context.root)]
    let flags = traits[Int(root.style.index)].flags
    // The canvas is blended within the page, which is a group.
    let isIsolated = context.isIsolated && !root.content.isCanvas
    guard isIsolated || !flags.isDisjoint(with: [.translucent, .transformed, .composited]) else {
      return paint(context)
    }
    paintGroup(context, root, document.styles[Int(root.style.index)].paint, isTranslucent: flags.contains(.translucent))
  }

  /// Appendix E.2, steps 1 to 10.
  func paint(_ context: PaintOrder.Context) {
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

  /// The traits of a fragment's style.
  func traits(of fragment: Fragment) -> StyleTraits { traits[Int(fragment.style.index)] }

  // MARK: Clips

  /// Sets the clips of a fragment. Clips that are set already are kept.
  func setClip(_ clip: PaintOrder.Index) {
    // The usual case: no clips, or the same clip as before.
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
      canvas.add(BoxGeometry(fragment, document.styles).clip(fragment, document.styles))
      canvas.clip()
      clips.append(clip)
    }
  }

  private var outerClip: PaintOrder.Index { clipBase > 0 ? clips[clipBase - 1] : PaintOrder.none }

  func popClip() {
    clips.removeLast()
    canvas.restore()
  }

  // MARK: Fragments

  private func paint(_ index: PaintOrder.Index) {
    let fragment = fragments[Int(index)]
    let flags = traits[Int(fragment.style.index)].flags
    guard !flags.contains(.hidden) || isShownIfHidden(fragment) else { return }
    setClip(order.clip(of: index))
    switch fragment.content {
    case .text(let slice):
      beginMark(index)
      paintText(slice, fragment)
    case .box, .inlineBox, .collapsedBox:
      if flags.contains(.decorated) { paintDecoration(fragment, index) }
    case .fieldset(let border):
      if flags.contains(.decorated) { paintDecoration(border.box(of: fragment), index, gap: border.gap(of: fragment)) }
    case .group: break
    case .background, .canvas, .layer:
      if flags.contains(.decorated) { paintBackground(of: fragment) }
    case .image(let image):
      if flags.contains(.decorated), !flags.contains(.hidden) { paintDecoration(fragment, index) }
      endMark()
      beginMark(index)
      paintPicture(document.pages[page].images[Int(image)], fragment, index)
    case .generated(let content):
      if flags.contains(.decorated) { paintDecoration(fragment, index) }
      text.flush()
      beginMark(index)
      paintGenerated(content, fragment)
    case .rule(let style, let color):
      endMark()
      RulePainter(canvas: canvas, frame: fragment.frame, style: style, color: color).paint()
    case .formulaLine(let line, let color):
      text.flush()
      endMark()
      paint(line, color, in: fragment.frame)
    case .control(let control):
      text.flush()
      paintControl(control, fragment)
    case .bullet(let bullet):
      // An artifact: it has no text, and the structure says that there is a list item.
      endMark()
      canvas.draw(bullet, in: fragment.frame, document.styles[Int(fragment.style.index)].text.color)
    }
  }

  /// Paints a fragment that is the background of another box.
  private func paintBackground(of fragment: Fragment) {
    endMark()
    switch fragment.content {
    case .canvas(let box, let hasBorder): paintCanvas(fragment, box: box, hasBorder: hasBorder)
    case .layer(let area): paintBackground(fragment, positioned: area)
    default: paintBackground(fragment)
    }
  }

  private func paint(_ line: Fragment.FormulaLine, _ color: Color, in frame: Rect) {
    switch line {
    case .bar(let style): RulePainter(canvas: canvas, frame: frame, style: style, color: color).paint()
    case .rising(let thickness):
      canvas.move(to: Point(x: frame.x, y: frame.maxY))
      canvas.line(to: Point(x: frame.maxX, y: frame.y))
      canvas.stroke(color, Stroke(width: Double(thickness)))
    case .falling(let thickness):
      canvas.move(to: Point(x: frame.x, y: frame.y))
      canvas.line(to: Point(x: frame.maxX, y: frame.maxY))
      canvas.stroke(color, Stroke(width: Double(thickness)))
    }
  }

  private func paintText(_ slice: TextSlice, _ fragment: Fragment) {
    let style = traits[Int(fragment.style.index)]
    let lines = style.hasDecorations ? TextLines(document.styles, fragment.style, text.fonts) : nil
    if style.flags.contains(.shadowed) { paintShadows(of: slice, lines, fragment) }
    text.add(slice, frame: fragment.frame, style.color, style.stroke, lines)
  }

  /// Paints an image that CSS generates as the content of an element.
  private func paintGenerated(_ area: Rect, _ fragment: Fragment) {
    guard case .gradient(let gradient)? = document.styles[Int(fragment.style.index)].content.content?.first else {
      return
    }
    TileImage(gradient, pictures)?.draw(area, canvas, pictures)
  }

  private func paintControl(_ control: Fragment.Control, _ fragment: Fragment) {
    ControlPainter(
      canvas: canvas, control: control,
      accent: document.styles[Int(fragment.style.index)].text.glyphPaint.accent ?? ControlPainter.standardAccent,
      isRightToLeft: document.styles[Int(fragment.style.index)].text.direction == .rightToLeft
    ).paint(in: fragment.frame)
  }

  /// Begins marked content for a fragment, unless the open marked content belongs to the same element.
  func beginMark(_ index: PaintOrder.Index) {
    guard let tags, !tags.isOpen(for: index) else { return }
    text.flush()
    text.beginMark()
    tags.begin(index)
  }

  /// Ends marked content: the following drawing is an artifact.
  func endMark() {
    text.flush()
    if let tags, !tags.isClosed { tags.end() }
  }
}
