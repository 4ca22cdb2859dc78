import Markup
import Style

/// Ruby annotations (css-ruby-1): small text above its base, such as the pronunciation of Chinese characters.
extension BoxTreeBuilder {
  /// Builds the contents of a `ruby` element. Each base with its annotation is a box in the line, which is as wide as
  /// the wider of the two, which are centred.
  mutating func buildRuby(
    of node: NodeID, style: StyleID, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    var segment = RubySegment()
    var blanks: [NodeID] = []
    var child = document.document.firstChild(of: node)
    while !child.isNone {
      if isAnnotation(child) {
        segment.annotations.append(child)
        blanks = []
      } else if isBlank([child]) {
        blanks.append(child)
      } else {
        if !segment.annotations.isEmpty {
          try add(segment, style: style, into: &parent)
          segment = RubySegment()
        }
        segment.append(child, after: blanks, isElement: document.document.isElement(child, .rb))
        blanks = []
      }
      child = document.document.nextSibling(of: child)
    }
    try add(segment, style: style, into: &parent)
    for node in blanks { try build(node, into: &parent) }
  }

  /// Bases and the annotations that follow them (css-ruby-1 §2.2).
  private struct RubySegment {
    /// The contents of each base: an `rb` element, or everything between such elements.
    var bases: [[NodeID]] = []
    var annotations: [NodeID] = []
    private var endsWithElement = false

    /// - Parameter blanks: the white space before the node, which is left out between bases that are elements.
    mutating func append(_ node: NodeID, after blanks: [NodeID], isElement: Bool) {
      if bases.isEmpty || isElement || endsWithElement {
        bases.append((bases.isEmpty ? blanks : []) + [node])
      } else {
        bases[bases.count - 1] += blanks + [node]
      }
      endsWithElement = isElement
    }
  }

  /// Pairs bases and annotations one by one. Annotations that are left have empty bases; those of no base at all, and
  /// bases without annotation, are ordinary content.
  private mutating func add(
    _ segment: RubySegment, style: StyleID, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    if segment.bases.isEmpty {
      for node in segment.annotations { try build(node, into: &parent) }
      return
    }
    for (index, annotation) in segment.annotations.enumerated() {
      let base = segment.bases.indices.contains(index) ? segment.bases[index] : []
      try addAnnotated(base, by: annotation, style: style, into: &parent)
    }
    for base in segment.bases.dropFirst(segment.annotations.count) {
      for node in base { try build(node, into: &parent) }
    }
  }

  private func isAnnotation(_ node: NodeID) -> Bool {
    guard document.document.isElement(node, .rt) || document.document.isElement(node, .rtc) else { return false }
    let box = document[document.styleOfNode[Int(node.index)]].box
    return box.display == .inline && box.float == .none && box.position == .static
  }

  /// Whether nodes are white space only, or not displayed.
  func isBlank(_ nodes: [NodeID]) -> Bool {
    nodes.allSatisfy { node in
      switch document.document[node].kind {
      case .text: document.document.text(node).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      case .element: document[document.styleOfNode[Int(node.index)]].box.display == .none
      case .document: true
      }
    }
  }

  private mutating func addAnnotated(
    _ base: [NodeID], by annotation: NodeID, style: StyleID, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    let pairStyle = document.rubyStyle(.pair, of: style)
    let pair = place(Box(kind: .block, style: pairStyle), display: .inlineBlock, in: &parent)
    var inner = ContainerBuilder(container: pair)

    let isUnder = document[style].text.ruby.isUnder
    if !isUnder { try add(annotation: annotation, to: &inner) }
    let below = place(Box(kind: .block, style: document.rubyStyle(.base, of: style)), display: .block, in: &inner)
    var baseContent = ContainerBuilder(container: below)
    document.removeLeading(of: base, inRuby: style)
    for node in base { try build(node, into: &baseContent) }
    // An empty base has the height and the baseline of a line.
    if base.isEmpty { addText("\u{200B}".utf8, style: style, node: .none, to: &baseContent) }
    finish(&baseContent)
    if isUnder { try add(annotation: annotation, to: &inner) }
    finish(&inner)
  }

  private mutating func add(annotation: NodeID, to pair: inout ContainerBuilder) throws(LayoutError) {
    let style = document.rubyStyle(.annotation, of: document.styleOfNode[Int(annotation.index)])
    let box = place(Box(kind: .block, style: style, node: annotation), display: .block, in: &pair)
    var content = ContainerBuilder(container: box)
    try buildContents(of: annotation, into: &content)
    finish(&content)
  }
}
