import Layout
import Markup
import Resources
import Style

/// Images, form controls and floats.
extension Converter {
  /// Converts an image, a control or a leader between blocks to a separate paragraph.
  func convertReplaced(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    var paragraph = emptyParagraph()
    paragraph.properties.left = Units.twips(context.left)
    paragraph.properties.right = Units.twips(context.right)
    let format = RunFormat(role: CharacterRole(), properties: characters(box.style))
    var margin = Edges()
    switch box.content {
    case .picture(let picture):
      guard let placed = self.picture(picture, of: box) else { return }
      paragraph.content = [.picture(placed, format)]
      var sized = edges(of: box.style, width: context.width)
      switch (self[box.style].box.margin.left, self[box.style].box.margin.right) {
      case (.auto, .auto): paragraph.properties.alignment = .center
      case (.auto, _): paragraph.properties.alignment = .end
      default: paragraph.properties.left += Units.twips(sized.margin.left)
      }
      sized.margin.left = 0
      margin = sized
    case .control(let control): paragraph.content = [.text(control.symbol, format)]
    default: return
    }
    if let address = box.link ?? context.link, let link = target(of: address, at: box.node) {
      paragraph.content = [.linkStart(link)] + paragraph.content + [.linkEnd]
    }
    pending.margin = max(pending.margin, margin.margin.top)
    paragraph.properties.after = Units.twips(max(0, margin.margin.bottom))
    paragraph.properties.keepsNext = self[box.style].box.breakAfter.isAvoided
    try appendParagraph(paragraph, context: context)
  }

  /// An image with its size on the page. Returns nil if it has no area.
  func picture(_ content: FlowPicture, of box: FlowBox) -> Picture? {
    let frame = box.frame
    var (width, height) = (content.naturalWidth, content.naturalHeight)
    var crop = Sides(0.0)
    if let rect = content.rect {
      (width, height) = (rect.width, rect.height)
      if let frame {
        // Only the part of the image in its content box is shown (`object-fit`).
        let edges = edges(of: box.style, width: 0)
        let area = Rect(
          x: edges.border.left + edges.padding.left, y: edges.border.top + edges.padding.top,
          width: frame.width - edges.border.left - edges.border.right - edges.padding.left - edges.padding.right,
          height: frame.height - edges.border.top - edges.border.bottom - edges.padding.top - edges.padding.bottom)
        crop = Self.crop(rect, to: area)
        width *= 1 - crop.left - crop.right
        height *= 1 - crop.top - crop.bottom
      }
    }
    guard width >= 0.5, height >= 0.5 else { return nil }
    let source = document.document
    let alternative = box.node.isNone ? nil : source.attribute(box.node, .alt)
    let image = content.image
    var picture = Picture(
      image: image, width: width, height: height, description: alternative ?? "", name: "Picture \(image.index + 1)")
    picture.crop = crop
    let border = self[box.style].borders().top
    if border.isVisible { picture.outline = (self[box.style].box.borderWidth.top, border.color) }
    return picture
  }

  /// Fractions of an image outside of an area.
  private static func crop(_ image: Rect, to area: Rect) -> Sides<Double> {
    guard image.width > 0, image.height > 0 else { return Sides(0) }
    func part(_ outside: Double, _ size: Double) -> Double { outside > 0.5 ? min(0.95, outside / size) : 0 }
    let crop = Sides(
      top: part(area.y - image.y, image.height), right: part(image.maxX - area.maxX, image.width),
      bottom: part(image.maxY - area.maxY, image.height), left: part(area.x - image.x, image.width))
    return crop.left + crop.right < 0.98 && crop.top + crop.bottom < 0.98 ? crop : Sides(0)
  }

  // MARK: - Floats

  /// A float between blocks: an image beside the text, or paragraphs in a frame.
  func convertFloat(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    let style = self[box.style].box
    if case .picture(let content) = box.content {
      guard var placed = picture(content, of: box) else { return }
      placed.side = style.float == .left ? .left : .right
      placed.distance = edges(of: box.style, width: 0).margin
      pending.pictures.append(.picture(placed, RunFormat(role: CharacterRole(), properties: characters(box.style))))
      return
    }
    // It is not tried again for each of the floats around it.
    let key = FloatBox(node: box.node, style: box.style)
    guard box.node.isNone || !unframed.contains(key) else { return try convertInSequence(box, context) }
    let edges = edges(of: box.style, width: context.width)
    let width = (box.frame?.width ?? edges.width) - edges.padding.left - edges.padding.right
    let outer = (blocks, pending)
    let counted = (numbering, footnotes)
    blocks = []
    pending = Pending()
    var inner = context
    inner.isBody = false
    (inner.left, inner.right, inner.width) = (0, 0, max(10, width))
    if !box.node.isNone { (inner.element, inner.base) = (box.node, base(of: box.node, context)) }
    try convertInside(box, inner)
    // Without the free space beside the float.
    let framed = framing(blocks, box, self.edges(of: box.style, width: 0), width: width)
    (blocks, pending) = outer
    guard let framed else {
      (numbering, footnotes) = counted
      warn("word_float_in_sequence", "A float with tables is placed in sequence", box.node)
      unframed.insert(key)
      return try convertInSequence(box, context)
    }
    if let own = bookmarks.index(of: box.node) { pending.bookmarks.append(own) }
    for paragraph in framed { blocks.append(.paragraph(paragraph)) }
  }

  /// Converts a float as a block.
  private func convertInSequence(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    if let own = bookmarks.index(of: box.node) { pending.bookmarks.append(own) }
    var sequence = box
    sequence.style = document.anonymousStyle(inheriting: box.style, display: .block)
    try convert(sequence, context)
  }

  /// The paragraphs of a float in a frame with its border and background; nil if there are tables.
  private func framing(_ content: [Block], _ box: FlowBox, _ edges: Edges, width: Double) -> [Paragraph]? {
    let style = self[box.style]
    let frame = FrameProperties(
      width: Units.twips(width), side: style.box.float == .left ? "left" : "right",
      horizontalSpace: Units.twips(max(edges.margin.left, edges.margin.right)),
      verticalSpace: Units.twips(max(0, max(edges.margin.top, edges.margin.bottom))))
    var result: [Paragraph] = []
    for block in content {
      guard case .paragraph(var paragraph) = block else { return nil }
      paragraph.frame = frame
      if style.borders().isVisible { paragraph.properties.borders = style.borders(space: edges.padding) }
      if style.paint.backgroundColor.alpha > 0 { paragraph.properties.shading = style.paint.backgroundColor.hex }
      result.append(paragraph)
    }
    return result
  }
}

/// A float. Those of an element and of its pseudo-elements have different styles.
struct FloatBox: Hashable {
  var node: NodeID
  var style: StyleID
}
