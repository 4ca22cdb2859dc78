/// The properties of boxes and positioning; the others' functions are called from here.
extension StyleComputer {
  mutating func applyValue(_ value: Value, _ property: Property) {
    switch property.rawValue {
    case ...Property.textUnderlineOffset.rawValue: applyText(value, property)
    case ...Property.footnotePolicy.rawValue: applyBox(value, property)
    case ...Property.clipPath.rawValue: applyPaint(value, property)
    case ...Property.language.rawValue: applyContent(value, property)
    default: applyItem(value, property)
    }
  }

  private mutating func applyBox(_ value: Value, _ property: Property) {
    switch property {
    case .display: style.box.display = display(value)
    case .position:
      switch value {
      case .keyword(.relative): style.box.position = .relative
      case .keyword(.absolute): style.box.position = .absolute
      case .keyword(.fixed): style.box.position = .fixed
      case .keyword(.sticky): style.box.position = .sticky
      case .list(let parts):
        if case .identifier(let name)? = parts.last { style.box.position = .running(name) }
      default: style.box.position = .static
      }
    case .float: style.box.float = float(value)
    case .clear: style.box.clear = clear(value)
    case .width: style.box.width = size(value)
    case .height: style.box.height = size(value)
    case .minWidth: style.box.minWidth = size(value)
    case .minHeight: style.box.minHeight = size(value)
    case .maxWidth: style.box.maxWidth = size(value)
    case .maxHeight: style.box.maxHeight = size(value)
    case .aspectRatio: applyAspectRatio(value)
    case .boxSizing: style.box.boxSizing = value == .keyword(.borderBox) ? .borderBox : .contentBox
    case .marginTop: style.box.margin.top = margin(value)
    case .marginRight: style.box.margin.right = margin(value)
    case .marginBottom: style.box.margin.bottom = margin(value)
    case .marginLeft: style.box.margin.left = margin(value)
    case .paddingTop: style.box.padding.top = lengthPercentage(value, isNonNegative: true)
    case .paddingRight: style.box.padding.right = lengthPercentage(value, isNonNegative: true)
    case .paddingBottom: style.box.padding.bottom = lengthPercentage(value, isNonNegative: true)
    case .paddingLeft: style.box.padding.left = lengthPercentage(value, isNonNegative: true)
    case .borderTopStyle: style.box.borderStyle.top = borderStyle(value)
    case .borderRightStyle: style.box.borderStyle.right = borderStyle(value)
    case .borderBottomStyle: style.box.borderStyle.bottom = borderStyle(value)
    case .borderLeftStyle: style.box.borderStyle.left = borderStyle(value)
    case .borderTopWidth: style.box.borderWidth.top = positive(value)
    case .borderRightWidth: style.box.borderWidth.right = positive(value)
    case .borderBottomWidth: style.box.borderWidth.bottom = positive(value)
    case .borderLeftWidth: style.box.borderWidth.left = positive(value)
    case .top: style.box.inset.top = margin(value)
    case .right: style.box.inset.right = margin(value)
    case .bottom: style.box.inset.bottom = margin(value)
    case .left: style.box.inset.left = margin(value)
    case .zIndex: style.box.zIndex = value == .keyword(.auto) ? nil : integer(value)
    case .overflowX: style.box.overflowX = overflow(value)
    case .overflowY: style.box.overflowY = overflow(value)
    case .textOverflow: style.box.showsEllipsis = value == .keyword(.ellipsis)
    case .verticalAlign: style.box.verticalAlign = verticalAlign(value)
    case .tableLayout: style.box.tableLayoutFixed = value == .keyword(.fixed)
    case .objectFit: style.box.objectFit = objectFit(value)
    case .objectPosition: style.box.objectPosition = pair(value)
    case .breakBefore: style.box.breakBefore = pageBreak(value)
    case .breakAfter: style.box.breakAfter = pageBreak(value)
    case .breakInside:
      switch keyword(value) {
      case .avoid?: style.box.breakInside = .avoid
      case .avoidPage?: style.box.breakInside = .avoidPage
      case .avoidColumn?: style.box.breakInside = .avoidColumn
      default: style.box.breakInside = .auto
      }
    case .boxDecorationBreak: style.box.cloneDecoration = value == .keyword(.clone)
    case .page:
      if case .identifier(let name) = value { style.box.pageName = name } else { style.box.pageName = nil }
    case .contain: style.box.containsSize = value == .identifier("size")
    case .footnoteDisplay:
      style.box.footnoteDisplay = value == .keyword(.inline) ? .inline : value == .keyword(.compact) ? .compact : .block
    case .footnotePolicy:
      style.box.footnotePolicy = value == .keyword(.line) ? .line : value == .keyword(.block) ? .block : .auto
    default: break
    }
  }

  private func display(_ value: Value) -> BoxStyle.Display {
    if case .list(let parts) = value {
      return parts.last == .keyword(.inline)
        ? .inlineListItem : parts.last == .keyword(.inlineBlock) ? .inlineBlockListItem : .listItem
    }
    switch keyword(value) {
    case .none?: return .none
    case .contents?: return .contents
    case .block?: return .block
    case .flowRoot?: return .flowRoot
    case .listItem?: return .listItem
    case .inlineBlock?: return .inlineBlock
    case .table?: return .table
    case .inlineTable?: return .inlineTable
    case .tableRowGroup?: return .tableRowGroup
    case .tableHeaderGroup?: return .tableHeaderGroup
    case .tableFooterGroup?: return .tableFooterGroup
    case .tableRow?: return .tableRow
    case .tableCell?: return .tableCell
    case .tableColumn?: return .tableColumn
    case .tableColumnGroup?: return .tableColumnGroup
    case .tableCaption?: return .tableCaption
    case .flex?: return .flex
    case .inlineFlex?: return .inlineFlex
    case .grid?: return .grid
    case .inlineGrid?: return .inlineGrid
    default: return .inline
    }
  }

  private var isRightToLeft: Bool { parent.text.direction == .rightToLeft }

  private func float(_ value: Value) -> BoxStyle.Float {
    switch keyword(value) {
    case .left?: .left
    case .right?: .right
    case .inlineStart?: isRightToLeft ? .right : .left
    case .inlineEnd?: isRightToLeft ? .left : .right
    case .footnote?: .footnote
    default: .none
    }
  }

  private func clear(_ value: Value) -> BoxStyle.Clear {
    switch keyword(value) {
    case .left?: .left
    case .right?: .right
    case .both?: .both
    case .inlineStart?: isRightToLeft ? .right : .left
    case .inlineEnd?: isRightToLeft ? .left : .right
    default: .none
    }
  }

  private mutating func applyAspectRatio(_ value: Value) {
    style.box.aspectRatio = nil
    guard case .list(let parts) = value, parts.count == 3 else { return }
    let (width, height) = (number(parts[1]), number(parts[2]))
    guard width > 0, height > 0 else { return }
    style.box.aspectRatio = .init(ratio: width / height, isAuto: parts[0] == .keyword(.auto))
  }

  func borderStyle(_ value: Value) -> BorderStyle {
    switch keyword(value) {
    case .hidden?: .hidden
    case .dotted?: .dotted
    case .dashed?: .dashed
    case .solid?: .solid
    case .double?: .double
    case .groove?: .groove
    case .ridge?: .ridge
    case .inset?: .inset
    case .outset?: .outset
    default: .none
    }
  }

  private func overflow(_ value: Value) -> BoxStyle.Overflow {
    switch keyword(value) {
    case .hidden?: .hidden
    case .clip?: .clip
    case .scroll?: .scroll
    case .auto?: .auto
    default: .visible
    }
  }

  private func verticalAlign(_ value: Value) -> BoxStyle.VerticalAlign {
    switch keyword(value) {
    case .baseline?: .baseline
    case .sub?: .sub
    case .super?: .super
    case .top?: .top
    case .textTop?: .textTop
    case .middle?: .middle
    case .bottom?: .bottom
    case .textBottom?: .textBottom
    default: .length(lengthPercentage(value))
    }
  }

  private func objectFit(_ value: Value) -> BoxStyle.ObjectFit {
    switch keyword(value) {
    case .contain?: .contain
    case .cover?: .cover
    case .none?: .none
    case .scaleDown?: .scaleDown
    default: .fill
    }
  }

  private func pageBreak(_ value: Value) -> BoxStyle.Break {
    switch keyword(value) {
    case .avoid?: .avoid
    case .avoidPage?: .avoidPage
    case .avoidColumn?: .avoidColumn
    case .page?, .always?, .all?: .page
    case .left?: .left
    case .right?: .right
    case .recto?: .recto
    case .verso?: .verso
    case .column?: .column
    default: .auto
    }
  }
}
