/// Computed values of box properties.
extension StyleComputer {
  /// The width of `medium` borders, outlines and rules, px.
  static let mediumLineWidth = 3.0

  func imageResolution(_ value: Value) -> TextStyle.Images.Resolution {
    var resolution = TextStyle.Images.Resolution()
    guard case .list(let parts) = value else { return resolution }
    resolution.prefersFile = parts[0] == .identifier("from-image")
    // Math functions may give 0.
    resolution.dppx = max(0.01, number(parts[1]))
    return resolution
  }

  func display(_ value: Value) -> BoxStyle.Display {
    if case .list(let parts) = value {
      return parts.last == .keyword(.inline)
        ? .inlineListItem : parts.last == .keyword(.inlineBlock) ? .inlineBlockListItem : .listItem
    }
    if case .identifier(let word) = value { return word == "-webkit-box" ? .flex : .inlineFlex }
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
    case .gridLanes?: return .gridLanes
    case .inlineGridLanes?: return .inlineGridLanes
    default: return .inline
    }
  }

  func boxPosition(_ value: Value) -> BoxStyle.Position {
    switch value {
    case .keyword(.relative): return .relative
    case .keyword(.absolute): return .absolute
    case .keyword(.fixed): return .fixed
    case .keyword(.sticky): return .sticky
    case .list(let parts):
      if case .identifier(let name)? = parts.last { return .running(name) }
      return .static
    default: return .static
    }
  }

  /// `float` and `clear` are relative to the containing block.
  private var isRightToLeft: Bool { parent.text.direction == .rightToLeft }

  func float(_ value: Value) -> BoxStyle.Float {
    switch keyword(value) {
    case .left?: .left
    case .right?: .right
    case .inlineStart?: isRightToLeft ? .right : .left
    case .inlineEnd?: isRightToLeft ? .left : .right
    case .footnote?: .footnote
    default: .none
    }
  }

  func clear(_ value: Value) -> BoxStyle.Clear {
    switch keyword(value) {
    case .left?: .left
    case .right?: .right
    case .both?: .both
    case .inlineStart?: isRightToLeft ? .right : .left
    case .inlineEnd?: isRightToLeft ? .left : .right
    default: .none
    }
  }

  func aspectRatio(_ value: Value) -> BoxStyle.AspectRatio? {
    guard case .list(let parts) = value, parts.count == 3 else { return nil }
    let (width, height) = (number(parts[1]), number(parts[2]))
    guard width > 0, height > 0 else { return nil }
    return .init(ratio: width / height, isAuto: parts[0] == .keyword(.auto))
  }

  func initialLetter(_ value: Value) -> BoxStyle.InitialLetter? {
    guard case .list(let parts) = value, let first = parts.first else { return nil }
    let size = min(max(number(first), 1), 100)
    let sink = parts.count > 1 ? Int(min(max(number(parts[1]), 1), 100)) : Int(size)
    return .init(size: size, sink: sink)
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

  func overflow(_ value: Value) -> BoxStyle.Overflow {
    switch keyword(value) {
    case .hidden?: .hidden
    case .clip?: .clip
    case .scroll?: .scroll
    case .auto?: .auto
    default: .visible
    }
  }

  func clipMargin(_ value: Value) -> BoxStyle.ClipMargin {
    guard case .list(let parts) = value, parts.count == 2 else { return BoxStyle.ClipMargin() }
    let edge: BoxStyle.ClipMargin.Edge =
      switch keyword(parts[0]) {
      case .contentBox?: .content
      case .borderBox?: .border
      default: .padding
      }
    return BoxStyle.ClipMargin(edge: edge, width: Swift.Float(max(0, number(parts[1]))))
  }

  func verticalAlign(_ value: Value) -> BoxStyle.VerticalAlign {
    switch keyword(value) {
    case .baseline?: .baseline
    case .sub?: .sub
    case .super?: .super
    case .top?: .top
    case .textTop?: .textTop
    case .middle?: .middle
    case .webkitBaselineMiddle?: .baselineMiddle
    case .bottom?: .bottom
    case .textBottom?: .textBottom
    default: .length(lengthPercentage(value))
    }
  }
}
