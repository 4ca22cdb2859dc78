import Markup

/// Hints of text blocks, rules, fonts and lists (HTML 15.3.3, 15.3.7, 15.3.11).
extension HintBuilder {
  mutating func alignBlock() {
    switch lowercased(.align) {
    case "left": set(.textAlign, .identifier("-webkit-left"))
    case "right": set(.textAlign, .identifier("-webkit-right"))
    case "center", "middle": set(.textAlign, .identifier("-webkit-center"))
    case "justify": set(.textAlign, .keyword(.justify))
    default: break
    }
  }

  /// HTML 15.3.13.
  mutating func alignLegend() {
    switch lowercased(.align) {
    case "left": set(.justifySelf, .keyword(.left))
    case "right": set(.justifySelf, .keyword(.right))
    case "center": set(.justifySelf, .keyword(.center))
    default: break
    }
  }

  mutating func lineBreak() {
    switch lowercased(.clear) {
    case "left": set(.clear, .keyword(.left))
    case "right": set(.clear, .keyword(.right))
    case "all", "both": set(.clear, .keyword(.both))
    default: break
    }
  }

  mutating func rule() {
    switch lowercased(.align) {
    case "left":
      set(.marginLeft, .dimension(0, .px))
      set(.marginRight, .keyword(.auto))
    case "right":
      set(.marginLeft, .keyword(.auto))
      set(.marginRight, .dimension(0, .px))
    default: break
    }
    if let width = dimension(.width, isPositive: true) { set(.width, width) }
    if let color = color(.color) { set(.color, color) }
    let isSolid = attribute(.noshade) != nil || attribute(.color) != nil
    if isSolid { setSides(Shorthand.borderStyle.longhands, .keyword(.solid)) }
    if let text = attribute(.size), let size = Self.integer(text), size > 0 {
      if isSolid {
        setSides(Shorthand.borderWidth.longhands, .dimension(Double(size) / 2, .px))
      } else if size == 1 {
        set(.borderBottomWidth, .dimension(0, .px))
      } else {
        set(.height, .dimension(Double(size - 2), .px))
      }
    }
  }

  mutating func font() {
    if let color = color(.color) { set(.color, color) }
    if let face = attribute(.face) {
      var parser = ValueParser(face)
      if let families = parser.fontFamilies(), parser.atEnd { set(.fontFamily, families) }
    }
    if let size = attribute(.size)?.trimmed, let number = Self.integer(size) {
      let absolute = size.hasPrefix("+") || size.hasPrefix("-") ? 3 + number : number
      let keywords: [Keyword] = [.xSmall, .small, .medium, .large, .xLarge, .xxLarge, .xxxLarge]
      set(.fontSize, .keyword(keywords[max(1, min(7, absolute)) - 1]))
    }
  }

  mutating func list() {
    listType()
    switch document[node].name {
    case .ol:
      let isReversed = attribute(.reversed) != nil
      let start = attribute(.start).flatMap(Self.integer)
      if isReversed {
        let direction: CounterChange.Direction = start == nil ? .reversedFromCount : .reversed
        let value = Int32(clamping: (start ?? -1) + 1)
        set(.counterReset, .counters([CounterChange(name: "list-item", value: value, direction: direction)]))
      } else if let start, start != 1 {
        set(.counterReset, .counters([CounterChange(name: "list-item", value: Int32(clamping: start - 1))]))
      }
    case .li:
      if let value = attribute(.value).flatMap(Self.integer) {
        set(.counterSet, .counters([CounterChange(name: "list-item", value: Int32(clamping: value))]))
      }
    default: break
    }
  }

  /// `type` of lists and of their items: of `ol`, numbers and letters only, which are case-sensitive, and of `ul`
  /// bullets only.
  private mutating func listType() {
    guard let type = attribute(.type) else { return }
    let name = document[node].name
    let style: String? =
      switch type {
      case "1": "decimal"
      case "a": "lower-alpha"
      case "A": "upper-alpha"
      case "i": "lower-roman"
      case "I": "upper-roman"
      default: nil
      }
    if let style {
      if name == .ol || name == .li { set(.listStyleType, .identifier(style)) }
    } else if name == .ul || name == .li {
      let bullet = type.asciiLowercased
      if bullet == "none" { set(.listStyleType, .keyword(.none)) }
      if ["disc", "circle", "square"].contains(bullet) { set(.listStyleType, .identifier(bullet)) }
    }
  }
}

extension StyledDocument {
  /// The reset of the counter `list-item` by a list, whatever else its style resets (css-lists-3 §4.6); nil for other
  /// elements.
  @export(interface)
  package func listReset(of node: NodeID) -> CounterChange? {
    guard document[node].namespace == .html else { return nil }
    switch document[node].name {
    case .ol, .ul, .menu, .dir: return resetOfList(node)
    default: return nil
    }
  }

  private func resetOfList(_ node: NodeID) -> CounterChange {
    var hints = HintBuilder(document: document, node: node, table: .none)
    hints.list()
    for declaration in hints.declarations {
      if declaration.property == .counterReset, case .counters(let changes) = declaration.value,
        let change = changes.first
      {
        return change
      }
    }
    return CounterChange(name: "list-item", value: 0)
  }
}
