import Markup

/// Hints of tables (HTML 15.3.8).
extension HintBuilder {
  mutating func background() {
    if let color = color(.bgcolor) { set(.backgroundColor, color) }
    if let image = url(.background) { set(.backgroundImage, image) }
  }

  mutating func alignment() {
    alignBlock()
    switch lowercased(.valign) {
    case "top": set(.verticalAlign, .keyword(.top))
    case "middle", "center": set(.verticalAlign, .keyword(.middle))
    case "bottom": set(.verticalAlign, .keyword(.bottom))
    case "baseline": set(.verticalAlign, .keyword(.baseline))
    default: break
    }
  }

  mutating func tableElement() {
    background()
    if let width = dimension(.width, isPositive: true) { set(.width, width) }
    if let height = dimension(.height) { set(.height, height) }
    if let spacing = pixels(.cellspacing) { set(.borderSpacing, .list([spacing, spacing])) }
    switch lowercased(.align) {
    case "left": set(.float, .keyword(.left))
    case "right": set(.float, .keyword(.right))
    case "center": setSides([.marginLeft, .marginRight], .keyword(.auto))
    default: break
    }
    if let border = attribute(.border) {
      let width = Self.tableBorder(border)
      if width > 0 {
        setSides(Shorthand.borderWidth.longhands, .dimension(Double(width), .px))
        setSides(Shorthand.borderStyle.longhands, .keyword(.outset))
        setSides(Shorthand.borderColor.longhands, .color(.current))
      }
    }
    if let color = color(.bordercolor) { setSides(Shorthand.borderColor.longhands, color) }
    if let rules = lowercased(.rules), ["none", "groups", "rows", "cols", "all"].contains(rules) {
      set(.borderCollapse, .keyword(.collapse))
      if attribute(.border) == nil { setSides(Shorthand.borderStyle.longhands, .keyword(.hidden)) }
    }
    frame()
  }

  mutating func frame() {
    guard let frame = lowercased(.frame) else { return }
    let drawn: [Property]
    switch frame {
    case "void": drawn = []
    case "above": drawn = [.borderTopStyle]
    case "below": drawn = [.borderBottomStyle]
    case "hsides": drawn = [.borderTopStyle, .borderBottomStyle]
    case "vsides": drawn = [.borderLeftStyle, .borderRightStyle]
    case "lhs": drawn = [.borderLeftStyle]
    case "rhs": drawn = [.borderRightStyle]
    case "box", "border": drawn = Shorthand.borderStyle.longhands
    default: return
    }
    for property in Shorthand.borderStyle.longhands {
      set(property, .keyword(drawn.contains(property) ? .outset : .hidden))
    }
    if attribute(.border) == nil { setSides(Shorthand.borderWidth.longhands, .dimension(1, .px)) }
  }

  mutating func cell() {
    background()
    alignment()
    if let width = dimension(.width, isPositive: true) { set(.width, width) }
    if let height = dimension(.height, isPositive: true) { set(.height, height) }
    if attribute(.nowrap) != nil { set(.textWrapMode, .keyword(.nowrap)) }
    guard !table.isNone else { return }
    if let padding = document.attribute(table, .cellpadding).flatMap(Self.integer), padding >= 0 {
      setSides(Shorthand.padding.longhands, .dimension(Double(padding), .px))
    }
    let rules = document.attribute(table, .rules)?.asciiLowercased
    switch rules {
    case "none", "groups": break
    case "rows": drawLines([.borderTopStyle, .borderBottomStyle])
    case "cols": drawLines([.borderLeftStyle, .borderRightStyle])
    case "all": drawLines(Shorthand.borderStyle.longhands)
    default:
      if let border = document.attribute(table, .border), Self.tableBorder(border) > 0 {
        setSides(Shorthand.borderWidth.longhands, .dimension(1, .px))
        setSides(Shorthand.borderStyle.longhands, .keyword(.inset))
        setSides(Shorthand.borderColor.longhands, .color(.current))
        if let color = document.attribute(table, .bordercolor).flatMap(LegacyColor.parse) {
          setSides(Shorthand.borderColor.longhands, .color(.color(color)))
        }
      }
    }
  }

  mutating func drawLines(_ styles: [Property]) {
    for property in styles { set(property, .keyword(.solid)) }
    setSides(Shorthand.borderWidth.longhands, .dimension(1, .px))
  }

  mutating func rows() {
    background()
    alignment()
    if let height = dimension(.height) { set(.height, height) }
    if document[node].name != .tr, !table.isNone, document.attribute(table, .rules)?.asciiLowercased == "groups" {
      drawLines([.borderTopStyle, .borderBottomStyle])
    }
  }

  mutating func columns() {
    background()
    if let width = dimension(.width) { set(.width, width) }
    if document[node].name == .colgroup, !table.isNone, document.attribute(table, .rules)?.asciiLowercased == "groups" {
      drawLines([.borderLeftStyle, .borderRightStyle])
    }
  }
}
