import Layout
import Markup
import Style

/// Paragraphs: their role, formatting and place.
extension Converter {
  /// Makes a paragraph of lines.
  func convertLines(_ lines: FlowLines, of box: FlowBox, _ context: BlockContext) throws(WordError) {
    if let stack = lines.blocksOnly {
      var stacked = box
      stacked.content = .boxes(stack)
      return try convertContainer(stacked, context)
    }
    let edges = edges(of: box.style, width: context.width)
    var inner = inside(box, edges, context)
    inner.listDepth = context.listDepth
    if let marker = box.marker { recordMarker(marker, of: box, left: inner.left, context) }
    pending.margin = max(pending.margin, edges.margin.top)
    var paragraph = Paragraph(
      role: role(inner), properties: properties(of: box, inner),
      characters: characters(lines.style))
    paragraph.properties.after = Units.twips(max(0, edges.margin.bottom))
    setLine(&paragraph.properties, lines.style)
    showBox(of: box, edges, in: &paragraph, inner)
    try addContent(of: lines, to: &paragraph, inner)
    try appendParagraph(paragraph, context: inner)
  }

  /// Adds a paragraph after the preceding blocks, with the pending content.
  func appendParagraph(_ paragraph: Paragraph, context: BlockContext? = nil) throws(WordError) {
    var paragraph = paragraph
    paragraphCount += 1
    guard paragraphCount <= limits.paragraphs else {
      throw WordError(
        .tooLarge, "The document has more than \(limits.paragraphs) paragraphs; divide it.",
        line: context.flatMap { $0.element.isNone ? nil : Int(document.document[$0.element].line) })
    }
    paragraph.properties.before = Units.twips(max(0, pending.margin) + pending.padding)
    paragraph.properties.breaksPageBefore = pending.breaksPage
    if let border = pending.border, !paragraph.properties.borders.top.isVisible {
      paragraph.properties.borders.top = border
    }
    if let number = pending.number {
      paragraph.numbering = number
      paragraph.properties.left = 0
      paragraph.properties.firstLine = 0
    } else if let marker = pending.markerText {
      let format = RunFormat(role: CharacterRole(), properties: characters(marker.style))
      paragraph.content.insert(contentsOf: [.text(marker.text, format), .tab(format)], at: 0)
      paragraph.properties.firstLine = -min(paragraph.properties.left, Self.markerWidth(marker.text))
    }
    paragraph.content.insert(contentsOf: pending.bookmarks.map { .bookmark($0) } + pending.pictures, at: 0)
    pending = Pending()
    blocks.append(.paragraph(paragraph))
  }

  /// Twips for a marker of some characters.
  static func markerWidth(_ text: String) -> Int { max(360, 120 * text.count + 100) }

  func emptyParagraph() -> Paragraph {
    Paragraph(
      role: ParagraphRole(base: .normal), properties: ParagraphProperties(),
      characters: root.map { characters($0.style) } ?? RunProperties())
  }

  /// A paragraph that is almost invisible, where Word needs one: between tables, and after one at the end of a cell.
  func separator() -> Paragraph {
    var paragraph = emptyParagraph()
    paragraph.role = ParagraphRole(base: .spacer)
    paragraph.characters.size = 2
    paragraph.properties.line = 20
    paragraph.properties.lineRule = .exact
    return paragraph
  }

  // MARK: - Roles

  /// The role of text in an element.
  func base(of node: NodeID, _ context: BlockContext) -> ParagraphRole.Base {
    let source = document.document
    guard !node.isNone, source[node].kind == .element, source[node].namespace == .html else { return context.base }
    switch source[node].name {
    case .h1: return .heading(1)
    case .h2: return .heading(2)
    case .h3: return .heading(3)
    case .h4: return .heading(4)
    case .h5: return .heading(5)
    case .h6: return .heading(6)
    case .p: return Self.paragraph(in: context.base)
    case .li: return .listItem
    case .blockquote: return .quote
    case .pre, .listing, .xmp, .plaintext: return .code
    case .caption: return .caption
    case .figcaption: return .figureCaption
    case .dt: return .term
    case .dd: return .definition
    case .hr: return .rule
    case .address: return .address
    default: return context.base
    }
  }

  private static func paragraph(in base: ParagraphRole.Base) -> ParagraphRole.Base {
    switch base {
    case .normal: .paragraph
    case .listItem: .listParagraph
    case .tableText: .tableParagraph
    default: base
    }
  }

  private func role(_ context: BlockContext) -> ParagraphRole {
    ParagraphRole(base: context.base, classes: classes(of: context.element))
  }

  /// The first class names of an element. The classes of `html` and `body` do not apply to their text.
  func classes(of node: NodeID) -> String {
    let source = document.document
    guard !node.isNone, !source.isElement(node, .body), !source.isElement(node, .html),
      let value = source.attribute(node, .class)
    else { return "" }
    let names: [Substring] = value.split { $0.isWhitespace }
    return names.prefix(3).filter { $0.count <= 40 }.map { String($0) }.joined(separator: " ")
  }

  // MARK: - Formatting

  private func properties(of box: FlowBox, _ context: BlockContext) -> ParagraphProperties {
    let style = self[box.style]
    var properties = ParagraphProperties()
    properties.keepsNext = style.box.breakAfter == .avoid || style.box.breakAfter == .avoidPage
    properties.keepsLines = context.keepsLines
    properties.controlsWidows = style.text.orphans > 1 || style.text.widows > 1
    properties.suppressesHyphens = hyphenates && style.text.hyphens != .auto
    properties.isRightToLeft = style.text.direction == .rightToLeft
    properties.left = Units.twips(context.left)
    properties.right = Units.twips(context.right)
    let indent = Units.twips(style.text.textIndent.resolve(against: context.width))
    if style.text.indentHangs {
      if properties.isRightToLeft { properties.right += indent } else { properties.left += indent }
      properties.firstLine = -indent
    } else {
      properties.firstLine = indent
    }
    properties.alignment = alignment(style.text, context)
    if let level = style.content.bookmarkLevel, level > 0, !box.isAnonymous {
      properties.outlineLevel = min(8, Int(level) - 1)
    }
    return properties
  }

  private func alignment(_ text: TextStyle, _ context: BlockContext) -> ParagraphProperties.Alignment {
    let isRightToLeft = text.direction == .rightToLeft
    switch text.textAlign {
    case .start: return context.alignsEnd ? .end : .start
    case .end: return .end
    case .left: return isRightToLeft ? .end : .start
    case .right: return isRightToLeft ? .start : .end
    case .center, .between, .around: return .center
    case .justify: return .both
    }
  }

  /// The line height as a multiple of the font's own, so that it follows when a person changes the size.
  func setLine(_ properties: inout ParagraphProperties, _ style: StyleID) {
    guard let height = lineHeights[style], height.natural > 0, height.used > 0 else { return }
    if case .normal = self[style].text.lineHeight { return }
    properties.line = Int(min(31_680, max(60, (height.used / height.natural * 240).rounded())))
  }

  /// Borders and background of the paragraph itself, or of the containers around it.
  private func showBox(of box: FlowBox, _ edges: Edges, in paragraph: inout Paragraph, _ context: BlockContext) {
    let style = self[box.style]
    if let decoration = context.decoration {
      paragraph.properties.borders = decoration.borders
      paragraph.properties.borders.left.space = Units.points(context.left - decoration.left)
      paragraph.properties.borders.right.space = Units.points(context.right - decoration.right)
      paragraph.properties.shading = decoration.shading
    }
    guard !box.isAnonymous || box.isMissingImage else { return }
    let borders = style.borders(space: edges.padding)
    if borders.isVisible { paragraph.properties.borders = borders }
    if style.paint.backgroundColor.alpha > 0 { paragraph.properties.shading = style.paint.backgroundColor.hex }
    if !borders.top.isVisible { pending.padding += edges.padding.top }
    if !borders.bottom.isVisible { paragraph.properties.after += Units.twips(edges.padding.bottom) }
  }

  /// The formatting of text of a style.
  func characters(_ id: StyleID) -> RunProperties {
    if let known = knownCharacters[id] { return known }
    let properties = makeCharacters(document.styles[Int(id.index)])
    knownCharacters[id] = properties
    return properties
  }

  private func makeCharacters(_ style: ComputedStyle) -> RunProperties {
    var properties = RunProperties()
    properties.font = font(style.text.font.families)
    properties.isBold = style.text.font.weight >= 600
    properties.isItalic = style.text.font.slant != .normal
    properties.hasSmallCaps = style.text.font.smallCaps
    properties.color = style.text.color.hex
    properties.spacing = Units.twips(style.text.letterSpacing)
    properties.size = Units.halfPoints(style.text.font.size)
    properties.language = style.text.language
    if style.text.emphasis.mark != nil { properties.emphasis = style.text.emphasis.isUnder ? "underDot" : "dot" }
    for decoration in style.text.decorations { decorate(&properties, with: decoration, style) }
    return properties
  }
}
