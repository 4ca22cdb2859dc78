import Markup

extension StyledDocument {
  /// The style of an anonymous box: inherited properties from `parent`, initial values for all others (CSS 2.2
  /// §9.2.1.1).
  @export(interface)
  package mutating func anonymousStyle(inheriting parent: StyleID, display: BoxStyle.Display) -> StyleID {
    let key = AnonymousKey(parent: parent, display: display)
    if let known = anonymous[key] { return known }
    var style = ComputedStyle()
    style.inherit(self[parent].text, customSet: self[parent].customSet)
    style.box.display = display
    style.box.originalDisplay = display
    style.paint.borderColor = Sides(style.text.color)
    style.paint.outlineColor = style.text.color
    style.item.columnRuleColor = style.text.color
    let id = append(style)
    anonymous[key] = id
    return id
  }

  /// A style without background, for a box whose background is painted on the canvas.
  @export(interface)
  package mutating func withoutBackground(_ id: StyleID) -> StyleID {
    variant(of: id, .bare) {
      $0.paint.backgroundColor = .transparent
      $0.paint.backgroundLayers = []
    }
  }

  /// A style without transforms, for an inline box.
  @export(interface)
  package mutating func untransformedStyle(_ id: StyleID) -> StyleID {
    guard !self[id].paint.transforms.isEmpty || !self[id].paint.willChange.isEmpty else { return id }
    return variant(of: id, .untransformed) {
      $0.paint.transforms = []
      $0.paint.willChange = []
    }
  }

  /// The style of a running element in a margin box.
  @export(interface)
  package mutating func inFlowStyle(_ id: StyleID) -> StyleID { variant(of: id, .inFlow) { $0.box.position = .static } }

  /// The style of a footnote in the footnote area: an in-flow block.
  @export(interface)
  package mutating func footnoteStyle(_ id: StyleID) -> StyleID {
    variant(of: id, .footnote) {
      $0.box.float = .none
      if $0.box.display != .listItem && $0.box.display != .table { $0.box.display = .flowRoot }
      $0.box.breakBefore = .auto
      $0.box.breakAfter = .auto
    }
  }

  /// The styles of a box and of its turned contents if the columns of the box are those of the contents.
  @export(interface)
  package mutating func moveColumns(from box: StyleID, to content: StyleID) -> (box: StyleID, content: StyleID)? {
    let item = self[box].item
    guard item.columnCount != nil || item.columnWidth != nil else { return nil }
    var (outer, inner) = (self[box], self[content])
    outer.item.columnCount = nil
    outer.item.columnWidth = nil
    inner.item = item
    // The extent of the lines of vertical text is its width.
    if case .length = outer.box.width, outer.box.boxSizing == .contentBox { inner.box.height = outer.box.width }
    return (append(outer), append(inner))
  }

  /// The style of a block that is painted turned about its top left corner.
  @export(interface)
  package mutating func turnedStyle(_ id: StyleID, _ turn: BoxTurn) -> StyleID {
    variant(of: id, .turned(turn)) {
      $0.paint.transforms = [.rotate(turn == .clockwise ? 90 : -90)]
      $0.paint.transformOrigin = Pair(.zero, .zero)
    }
  }

  /// The style of the content of a `foreignObject` element of SVG: a block that is painted transformed about its top
  /// left corner. Its opacity, clip and masks are those of a group in the drawing.
  /// - Parameters:
  ///   - height: px; nil while the boxes are built.
  ///   - transform: from the block to the box of the drawing.
  @export(interface)
  package mutating func foreignObjectStyle(
    _ id: StyleID, height: Double? = nil, transform: Transform? = nil
  ) -> StyleID {
    variant(of: id, .foreignObject(height: height, transform)) {
      $0.box.display = .flowRoot
      $0.box.position = .static
      $0.box.float = .none
      $0.box.margin = Sides(.zero)
      (($0.box.minWidth, $0.box.minHeight), ($0.box.maxWidth, $0.box.maxHeight)) = ((.auto, .auto), (.auto, .auto))
      $0.box.width = .auto
      $0.box.height = height.map { .length(.px($0)) } ?? .auto
      $0.box.boxSizing = .borderBox
      ($0.paint.opacity, $0.paint.blendMode, $0.paint.isIsolated) = (1, nil, false)
      ($0.paint.clipPath, $0.paint.masks) = (nil, [])
      $0.paint.transforms = transform.map { [$0] } ?? []
      $0.paint.transformOrigin = Pair(.zero, .zero)
    }
  }

  /// The style of a box in mirrored contents as it is painted: the edges at its top and bottom are exchanged.
  @export(interface)
  package mutating func flippedStyle(_ id: StyleID) -> StyleID {
    variant(of: id, .flipped) { $0.flipEdges() }
  }

  /// The style of a box as seen on the page, from that before the turn.
  @export(interface)
  package mutating func unturnedStyle(_ id: StyleID, _ turn: BoxTurn) -> StyleID {
    let mirrors = mirrorsPages
    return variant(of: id, .unturned(turn)) {
      if mirrors { $0.flipEdges() }
      $0 = turn.inverse.style($0)
    }
  }

  /// The style of the box around combined characters: a square of one em, for turned contents (css-writing-modes-4
  /// §9.1.2).
  @export(interface)
  package mutating func combinationStyle(_ id: StyleID) -> StyleID {
    let style = turnedStyle(anonymousStyle(inheriting: id, display: .flowRoot), .counterclockwise)
    return variant(of: style, .combination) {
      let em = $0.text.font.size
      $0.box.height = .length(.px(em))
      $0.text.lineHeight = .px(em)
      $0.text.textAlign = .center
      $0.text.textIndent = .zero
      $0.text.letterSpacing = 0
      $0.text.whiteSpace.wraps = false
      // Marks of the single characters would be inside the square.
      $0.text.emphasis.mark = nil
      $0.text.vertical.isVertical = false
      BoxTurn.counterclockwise.turnShadows(of: &$0.text)
    }
  }

  /// A style with a further transform that scales the width.
  @export(interface)
  package mutating func compressedStyle(_ id: StyleID, by factor: Double) -> StyleID {
    variant(of: id, .compressed(factor)) { $0.paint.transforms.append(.scale(factor, 1)) }
  }

  /// A style with automatic height.
  @export(interface)
  package mutating func autoHeightStyle(_ id: StyleID) -> StyleID {
    variant(of: id, .autoHeight) {
      $0.box.height = .auto
      $0.box.minHeight = .auto
      $0.box.maxHeight = .auto
    }
  }

  /// The style of a block that takes part in the width of its container only.
  @export(interface)
  package mutating func measuredStyle(_ id: StyleID) -> StyleID {
    variant(of: id, .measured) {
      $0.box.display = .block
      ($0.box.height, $0.box.minHeight) = (.length(.zero), .auto)
      ($0.box.margin.top, $0.box.margin.bottom) = (.zero, .zero)
      ($0.box.padding.top, $0.box.padding.bottom) = (.zero, .zero)
      ($0.box.borderWidth.top, $0.box.borderWidth.bottom) = (0, 0)
      $0.text.visibility = .hidden
      // It has no baseline, and its line is not seen.
      $0.box.containment.insert(.layout)
      ($0.box.overflow, $0.box.overflowX, $0.box.overflowY) = (.clip, .clip, .clip)
    }
  }

  /// A cached copy of a style with some properties changed.
  mutating func variant(of id: StyleID, _ kind: VariantKey.Kind, _ change: (inout ComputedStyle) -> Void)
    -> StyleID
  {
    let key = VariantKey(style: id, kind: kind)
    if let known = variants[key] { return known }
    var style = self[id]
    change(&style)
    let new = append(style)
    variants[key] = new
    return new
  }

  /// A counter value in a counter style, without prefix and suffix (css-counter-styles-3). Unknown styles are
  /// `decimal`.
  @export(interface)
  package func counterText(_ value: Int, style: String) -> String { counterStyles.text(value, style: style) }

  /// The marker text of a list item, with the prefix and suffix of the counter style: `1. `, `• `.
  @export(interface)
  package func markerText(_ value: Int, style: String) -> String { counterStyles.marker(value, style: style) }

  /// Replaces the style of an element.
  @export(interface)
  package mutating func set(_ style: StyleID, of element: NodeID) { styleOfNode[Int(element.index)] = style }

  /// Replaces the style of a pseudo-element.
  @export(interface)
  package mutating func set(_ style: StyleID, of element: PseudoElement) { pseudoStyles[element] = style }

  /// The style of a block's first letter that is in an inline box: what the letter has from the block it has from that
  /// box.
  @export(interface)
  package mutating func firstLetterStyle(_ letter: StyleID, of block: StyleID, in inline: StyleID) -> StyleID {
    var own = self[letter]
    let (outer, inner) = (self[block].text, self[inline].text)
    func take<Value: Equatable>(_ property: WritableKeyPath<TextStyle, Value>) {
      guard own.text[keyPath: property] == outer[keyPath: property] else { return }
      own.text[keyPath: property] = inner[keyPath: property]
    }
    take(\.font.families)
    take(\.font.weight)
    take(\.font.slant)
    take(\.font.size)
    take(\.color)
    take(\.lineHeight)
    take(\.letterSpacing)
    take(\.textTransform)
    return own.text == self[letter].text ? letter : append(own)
  }

  /// Adds a style for a box that layout creates.
  @export(interface)
  package mutating func add(_ style: ComputedStyle) -> StyleID { append(style) }

  mutating func append(_ style: ComputedStyle) -> StyleID {
    styles.append(style)
    return StyleID(UInt32(styles.count - 1))
  }
}

extension StyledDocument {
  /// The elements that are footnotes (`float: footnote`).
  package var footnotes: Set<NodeID> {
    let isFootnote = styles.indices.map { styles[$0].box.float == .footnote && styles[$0].box.display != .none }
    guard isFootnote.contains(true) else { return [] }
    let nodes = styleOfNode.indices.filter {
      document.nodes[$0].kind == .element && isFootnote[Int(styleOfNode[$0].index)]
    }
    return Set(nodes.map { NodeID(UInt32($0)) })
  }
}
