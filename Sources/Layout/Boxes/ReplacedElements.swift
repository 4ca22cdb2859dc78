import Markup
import Resources
import Style

/// Replaced elements (HTML 15.4).
extension BoxTreeBuilder {
  /// The replaced content of an element. Returns nil for elements rendered as text and boxes.
  mutating func replacedContent(of node: NodeID, style: StyleID) -> ReplacedContent? {
    // The `content` of an element may be a single image (css-content-3 §1.2).
    if let items = document[style].content.content, items.count == 1, isImage(items[0]),
      let content = ReplacedContent(items[0], style: style, of: document, images)
    {
      return content
    }
    let entry = document.document[node]
    if entry.namespace == .svg { return entry.name == .svg ? inlineSVG(node, style: style) : nil }
    guard entry.namespace == .html else { return nil }
    switch entry.name {
    case .img: return picture(document.imageSource(of: node), of: node, style: style)
    case .input where attribute(.type, of: node)?.lowercased() == "image":
      return picture(attribute(.src, of: node), of: node, style: style)
    case .input, .progress, .meter: return control(node, style: style)
    case .embed:
      guard let source = attribute(.src, of: node) else { return ReplacedContent(kind: .blank, width: 0, height: 0) }
      return picture(source, of: node, style: style) ?? ReplacedContent(kind: .blank)
    case .object: return picture(attribute(.data, of: node), of: node, style: style)
    case .video: return picture(attribute(.poster, of: node), of: node, style: style) ?? ReplacedContent(kind: .blank)
    case .iframe: return ReplacedContent(kind: .blank)
    case .canvas:
      func length(_ name: Atom, otherwise: Double) -> Double {
        attribute(name, of: node).flatMap { Double($0) }.map { min(max(0, $0), 1e6) } ?? otherwise
      }
      return ReplacedContent(
        kind: .blank, width: length(.width, otherwise: 300), height: length(.height, otherwise: 150)
      ).scaled(by: document[style].text.zoom)
    default: return nil
    }
  }

  private func picture(_ source: ImageSource?, of node: NodeID, style: StyleID) -> ReplacedContent? {
    guard let source, let content = picture(source.address, of: node, style: style) else { return nil }
    return content.scaled(by: 1 / source.density)
  }

  private func isImage(_ item: ContentItem) -> Bool {
    switch item {
    case .image, .gradient: true
    default: false
    }
  }

  func attribute(_ name: Atom, of node: NodeID) -> String? { document.document.attribute(node, name) }

  /// The content of an image, with `zoom`.
  private func picture(_ address: String?, of node: NodeID, style: StyleID) -> ReplacedContent? {
    guard let address, let image = images.image(address, at: document.document.place(node)) else { return nil }
    return ReplacedContent(image, images.info(image), style: style, of: document)
  }

  /// Turns an `svg` element into an image. Its `width` and `height` are properties (SVG 2 §8.3), so it has no natural
  /// size, but it has a ratio if it has a view box.
  private mutating func inlineSVG(_ node: NodeID, style: StyleID) -> ReplacedContent? {
    var declarations = document.drawingDeclarations(in: node, isBox: true)
    let definitions = svgDefinitions.definitions(of: node, declarations: declarations.values)
    var clipPaths = document.drawingClipPaths(in: node, isBox: true)
    for definition in definitions {
      declarations.merge(document.drawingDeclarations(in: definition, isBox: false)) { first, _ in first }
      clipPaths.merge(document.drawingClipPaths(in: definition, isBox: false)) { first, _ in first }
    }
    let isShownIfHidden = document.showsContentsOfHidden(node)
    if isShownIfHidden { declarations[node] = [declarations[node] ?? "", "visibility:hidden"].joined(separator: ";") }
    let found = drawingImages(in: [node] + definitions)
    let drawing = InlineSVG(
      document.document, node, definitions: definitions, color: document[style].text.color,
      font: document[style].text.unzoomed.font, declarations: declarations,
      clipPaths: clipPaths, units: InlineSVG.Units(document, style), images: found,
      embeddedImages: embeddedImages(found),
      isClipped: document[style].box.overflow != .visible, isShownIfHidden: isShownIfHidden,
      zoom: document[style].text.zoom)
    let image = images.add(
      drawing, name: "svg of line \(document.document[node].line)", at: document.document.place(node))
    return ReplacedContent(image, images.info(image))
  }

  /// A frame with the alternative text of an image that cannot be shown. Nothing if that text is empty (HTML 15.4.3).
  mutating func placeMissingImage(
    _ node: NodeID, style: StyleID, display: BoxStyle.Display, in parent: inout ContainerBuilder
  ) {
    let text = document.document.attribute(node, .alt)
    guard text != "" else { return }
    var box = Box(kind: .block, style: text == nil ? style : styleOfMissingImage(style), node: node)
    box.isMissingImage = true
    let id = place(box, display: display, in: &parent)
    var inner = ContainerBuilder(container: id)
    addText((text ?? "\u{A0}").utf8, style: style, node: node, to: &inner)
    finish(&inner)
  }

  /// A style in which the size of the image does not limit its alternative text (HTML 15.4.2): the frame is at least as
  /// large as the image unless that has a greatest width.
  private mutating func styleOfMissingImage(_ style: StyleID) -> StyleID {
    if let known = missingImageStyles[style] { return known }
    var own = document[style]
    if case .length = own.box.width {
      if own.box.minWidth == .auto, own.box.maxWidth == .auto { own.box.minWidth = own.box.width }
      own.box.width = .fitContent(nil)
    }
    if case .length = own.box.height {
      if own.box.minHeight == .auto, own.box.maxHeight == .auto { own.box.minHeight = own.box.height }
      own.box.height = .auto
    }
    let id = document.add(own)
    missingImageStyles[style] = id
    return id
  }
}

extension StyledDocument {
  /// Whether an element is hidden, but one in it is visible.
  fileprivate func showsContentsOfHidden(_ node: NodeID) -> Bool {
    guard self[styleOfNode[Int(node.index)]].text.visibility != .visible else { return false }
    let nodes = Int(node.index)..<Int(document[node].subtreeEnd.index)
    return nodes.contains { self[styleOfNode[$0]].text.visibility == .visible }
  }
}

extension ReplacedContent {
  /// The content with its natural sizes multiplied.
  func scaled(by factor: Double) -> ReplacedContent {
    guard factor != 1 else { return self }
    var scaled = self
    scaled.naturalWidth = naturalWidth.map { $0 * factor }
    scaled.naturalHeight = naturalHeight.map { $0 * factor }
    return scaled
  }

  init(_ image: ImageID, _ info: ImageInfo, _ resolution: TextStyle.Images.Resolution = .init()) {
    let info = info.scaled(to: resolution)
    self.init(
      kind: .image(image), width: info.hasOwnWidth ? info.width : nil, height: info.hasOwnHeight ? info.height : nil,
      ratio: info.ratio)
  }
}

extension ImageInfo {
  /// The information with the natural size by `image-resolution` (css-images-4 §6).
  package func scaled(to resolution: TextStyle.Images.Resolution) -> ImageInfo {
    if resolution.prefersFile, let own = self.resolution { return scaled(to: own) }
    return scaled(to: Resolution(x: Double(resolution.dppx), y: Double(resolution.dppx)))
  }
}
