import Markup

/// Hints of embedded content and form controls (HTML 15.4, 15.5).
extension HintBuilder {
  mutating func embedded() {
    let name = document[node].name
    if name == .input {
      guard lowercased(.type) == "image" else {
        if lowercased(.type) == "color" { swatch() }
        let isText = !["checkbox", "radio", "button", "submit", "reset", "hidden", "file", "range", "color"].contains(
          lowercased(.type) ?? "")
        if isText, let size = attribute(.size).flatMap(Self.integer), size > 0 {
          // The average width of a character, and the space that browsers add.
          set(.containIntrinsicWidth, .dimension(1.08 * Double(size) + 1.5, .ch))
        }
        return
      }
    }
    if let width = dimension(.width) { set(.width, width) }
    if let height = dimension(.height) { set(.height, height) }
    if let space = dimension(.hspace) { setSides([.marginLeft, .marginRight], space) }
    if let space = dimension(.vspace) { setSides([.marginTop, .marginBottom], space) }
    if name == .img || name == .object || name == .input, let border = pixels(.border), border != .dimension(0, .px) {
      setSides(Shorthand.borderWidth.longhands, border)
      setSides(Shorthand.borderStyle.longhands, .keyword(.solid))
    }
    switch lowercased(.align) {
    case "left": set(.float, .keyword(.left))
    case "right": set(.float, .keyword(.right))
    case "top": set(.verticalAlign, .keyword(.top))
    case "texttop": set(.verticalAlign, .keyword(.textTop))
    case "middle", "center": set(.verticalAlign, .keyword(.webkitBaselineMiddle))
    case "absmiddle", "abscenter": set(.verticalAlign, .keyword(.middle))
    case "bottom", "baseline": set(.verticalAlign, .keyword(.baseline))
    case "absbottom": set(.verticalAlign, .keyword(.bottom))
    default: break
    }
  }

  /// The chosen colour of a field, if it is valid (HTML 4.10.5.1.14).
  private mutating func swatch() {
    guard let value = attribute(.value)?.trimmed, value.utf8.count == 7, value.hasPrefix("#"),
      let color = Color(hexDigits: value.utf8.dropFirst())
    else { return }
    set(.backgroundColor, .color(.color(color)))
  }

  mutating func textArea() {
    if let cols = attribute(.cols).flatMap(Self.integer), cols > 0 {
      set(.containIntrinsicWidth, .dimension(Double(cols) + 2, .ch))
    }
    let rows = attribute(.rows).flatMap(Self.integer) ?? 2
    if rows > 0 { set(.containIntrinsicHeight, .dimension(Double(rows), .lh)) }
    if lowercased(.wrap) == "off" { set(.textWrapMode, .keyword(.nowrap)) }
  }
}
