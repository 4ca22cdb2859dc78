/// Boxes: display, position, size, overflow and page breaks (css-display-3, css-sizing-3, css-break-3).
extension LonghandRows {
  mutating func addBoxes() {
    add(.display, "display") {
      $0.display()
    } compute: {
      $0.style.box.display = $0.display($1)
      if case .identifier = $1 { $0.style.box.isLegacyBox = true }
    } copy: {
      ($0.box.display, $0.box.isLegacyBox) = ($1.box.display, $1.box.isLegacyBox)
    }
    addPosition()
    add(
      .boxSizing, "box-sizing", \.box.boxSizing, keywords: [.contentBox: .contentBox, .borderBox: .borderBox])
    addOverflow()
    add(.verticalAlign, "vertical-align", \.box.verticalAlign, .firstLine) {
      $0.keyword(.baseline, .sub, .super, .top, .textTop, .middle, .bottom, .textBottom) ?? $0.lengthPercent()
    } computed: {
      $0.verticalAlign($1)
    }
    add(.tableLayout, "table-layout", \.box.tableLayoutFixed, keywords: [.auto: false, .fixed: true])
    addReplaced()
    addSizes()
    addBreaks()
  }

  private mutating func addPosition() {
    add(.position, "position", \.box.position) {
      $0.boxPosition()
    } computed: {
      $0.boxPosition($1)
    }
    add(.float, "float", \.box.float) {
      $0.keyword(.none, .left, .right, .inlineStart, .inlineEnd, .footnote)
    } computed: {
      $0.float($1)
    }
    add(.clear, "clear", \.box.clear) {
      $0.keyword(.none, .left, .right, .both, .inlineStart, .inlineEnd)
    } computed: {
      $0.clear($1)
    }
    addFloatAreas()
    add(.zIndex, "z-index", \.box.zIndex) {
      $0.keyword(.auto) ?? $0.integer()
    } computed: {
      $1 == .keyword(.auto) ? nil : $0.integer($1)
    }
  }

  private mutating func addOverflow() {
    add(.overflowX, "overflow-x", \.box.overflowX) {
      $0.overflow()
    } computed: {
      $0.overflow($1)
    }
    add(.overflowY, "overflow-y", \.box.overflowY) {
      $0.overflow()
    } computed: {
      $0.overflow($1)
    }
    add(.overflowClipMargin, "overflow-clip-margin", \.box.clipMargin) {
      $0.overflowClipMargin()
    } computed: {
      $0.clipMargin($1)
    }
    add(.textOverflow, "text-overflow", \.box.textOverflow) {
      $0.textOverflow()
    } computed: { _, value in
      if case .string(let text) = value { text } else { value == .keyword(.ellipsis) ? "" : nil }
    }
  }

  /// Images and controls.
  private mutating func addReplaced() {
    add(
      .objectFit, "object-fit", \.box.objectFit,
      keywords: [.fill: .fill, .contain: .contain, .cover: .cover, .none: .none, .scaleDown: .scaleDown])
    add(.objectPosition, "object-position", \.box.objectPosition) {
      // Only `background-position` has values of three components (css-values-4 §8.3).
      $0.position(allowsThree: false).map { .list($0) }
    } computed: {
      $0.pair($1)
    }
    // `optimizespeed` and `optimizequality` are those of SVG 1.1 (css-images-3 §5.3); the names with prefixes precede
    // them.
    add(
      .imageRendering, "image-rendering", \.text.images.arePixelated, .inherited,
      names: [
        "auto": false, "smooth": false, "high-quality": false, "optimizequality": false,
        "-webkit-optimize-contrast": false, "pixelated": true, "crisp-edges": true, "-moz-crisp-edges": true,
        "optimizespeed": true,
      ])
    // All other values are `auto` for the elements that have a control (css-ui-4 §7.2).
    add(
      .appearance, "appearance", \.box.isPlainControl,
      names: [
        "auto": false, "none": true, "base-select": false, "button": false, "checkbox": false, "listbox": false,
        "menulist": false, "menulist-button": false, "meter": false, "progress-bar": false, "push-button": false,
        "radio": false, "searchfield": false, "slider-horizontal": false, "square-button": false, "textarea": false,
        "textfield": false,
      ])
    add(.imageResolution, "image-resolution", \.text.images.resolution, .inherited) {
      $0.imageResolution()
    } computed: {
      $0.imageResolution($1)
    }
  }

  private mutating func addSizes() {
    addSize(.width, "width", \.box.width, none: .auto)
    addSize(.height, "height", \.box.height, none: .auto)
    addSize(.minWidth, "min-width", \.box.minWidth, none: .auto)
    addSize(.minHeight, "min-height", \.box.minHeight, none: .auto)
    addSize(.maxWidth, "max-width", \.box.maxWidth, none: .none)
    addSize(.maxHeight, "max-height", \.box.maxHeight, none: .none)
    add(.aspectRatio, "aspect-ratio", \.box.aspectRatio) {
      $0.aspectRatio()
    } computed: {
      $0.aspectRatio($1)
    }
    add(.contain, "contain", \.box.contain) {
      $0.containment()
    } computed: {
      guard case .number(let bits) = $1 else { return [] }
      return Containment(rawValue: UInt8(bits))
    }
    add(
      .contentVisibility, "content-visibility", \.box.contentVisibility,
      names: ["visible": .visible, "auto": .auto, "hidden": .hidden])
    addContainedSize(.containIntrinsicWidth, "contain-intrinsic-width", \.box.containedWidth)
    addContainedSize(.containIntrinsicHeight, "contain-intrinsic-height", \.box.containedHeight)
    add(
      .containerType, "container-type", \.box.containerType,
      names: ["normal": .normal, "inline-size": .inlineSize, "size": .size])
    add(.containerName, "container-name", \.box.containerNames) {
      $0.containerNames()
    } computed: { _, value in
      guard case .list(let names) = value else { return [] }
      return names.compactMap { if case .identifier(let name) = $0 { name } else { nil } }
    }
  }

  /// `auto? [none | <length>]`: nothing is remembered on paper, so that `auto` has no effect (css-sizing-4 §5.3).
  private mutating func addContainedSize(_ property: Property, _ name: String, _ field: Longhand.Field<Double?>) {
    add(property, name, field) {
      $0.containedSize()
    } computed: {
      $1 == .keyword(.none) ? nil : $0.positive($1)
    }
  }

  /// - Parameter none: the keyword for no size.
  private mutating func addSize(
    _ property: Property, _ name: String, _ field: Longhand.Field<SizeValue>, none: Keyword
  ) {
    add(property, name, field) {
      $0.keyword(none) ?? $0.boxSize()
    } computed: {
      $0.size($1)
    }
  }

  private mutating func addBreaks() {
    let breaks: KeyValuePairs<Keyword, BoxStyle.Break> = [
      .auto: .auto, .avoid: .avoid, .avoidPage: .avoidPage, .avoidColumn: .avoidColumn, .avoidRegion: .auto,
      .page: .page, .left: .left, .right: .right, .recto: .recto, .verso: .verso, .column: .column, .always: .always,
      .all: .page, .region: .auto,
    ]
    add(.breakBefore, "break-before", \.box.breakBefore, keywords: breaks)
    add(.breakAfter, "break-after", \.box.breakAfter, keywords: breaks)
    add(
      .breakInside, "break-inside", \.box.breakInside,
      keywords: [
        .auto: .auto, .avoid: .avoid, .avoidPage: .avoidPage, .avoidColumn: .avoidColumn, .avoidRegion: .auto,
      ])
    add(
      .boxDecorationBreak, "box-decoration-break", \.box.cloneDecoration, keywords: [.slice: false, .clone: true])
    add(.page, "page", \.box.pageName) {
      $0.keyword(.auto) ?? $0.customIdent().map { .identifier($0) }
    } computed: { _, value in
      if case .identifier(let name) = value { name } else { nil }
    }
    add(
      .footnoteDisplay, "footnote-display", \.box.footnoteDisplay,
      keywords: [.block: .block, .inline: .inline, .compact: .compact])
    add(
      .footnotePolicy, "footnote-policy", \.box.footnotePolicy,
      keywords: [.auto: .auto, .line: .line, .block: .block])
    add(.initialLetter, "initial-letter", \.box.initialLetter) {
      $0.initialLetter()
    } computed: {
      $0.initialLetter($1)
    }
    add(.maxLines, "max-lines", \.box.maxLines) {
      $0.keyword(.none) ?? $0.integer(1)
    } computed: {
      $1 == .keyword(.none) ? nil : $0.integer($1)
    }
    add(.continue, "continue", \.box.continuation) {
      $0.identifier("auto", "discard", "collapse", "-webkit-legacy")
    } computed: { _, value in
      if case .identifier(let name) = value { BoxStyle.Continuation(rawValue: name) ?? .auto } else { .auto }
    }
    add(.boxOrient, "-webkit-box-orient", \.box.isLegacyVertical) {
      $0.identifier("horizontal", "vertical", "inline-axis", "block-axis")
    } computed: { _, value in
      value == .identifier("vertical") || value == .identifier("block-axis")
    }
  }
}
