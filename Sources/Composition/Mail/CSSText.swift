import Style

/// Computed values as CSS text, in forms that mail programs understand: px, percentages and colours in sRGB.
enum CSSText {
  /// A number with at most two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = (min(max(value, -1e7), 1e7) * 100).rounded()
    if hundredths.truncatingRemainder(dividingBy: 100) == 0 { return String(Int(hundredths / 100)) }
    return String(hundredths / 100)
  }

  static func px(_ value: Double) -> String { value == 0 ? "0" : number(value) + "px" }

  /// Returns nil for a math function, which many programs do not know.
  static func length(_ value: LengthPercentage) -> String? {
    switch value {
    case .px(let value): px(value)
    case .percent(let value): number(value) + "%"
    case .calc: nil
    }
  }

  static func margin(_ value: MarginValue) -> String? {
    switch value {
    case .auto: "auto"
    case .length(let length): self.length(length)
    }
  }

  /// - Parameter automatic: the keyword for `auto`.
  static func size(_ value: SizeValue, automatic: String = "auto") -> String? {
    switch value {
    case .auto: automatic
    case .length(let length): self.length(length)
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .stretch, .fitContent, .content: nil
    }
  }

  static func color(_ color: Color) -> String {
    func byte(_ channel: Float) -> Int { Int((max(0, min(1, channel)) * 255).rounded()) }
    let channels = [color.red, color.green, color.blue].map(byte)
    if color.alpha <= 0 { return "transparent" }
    if color.alpha < 1 {
      return "rgba(\(channels.map(String.init).joined(separator: ", ")), \(number(Double(color.alpha))))"
    }
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Shortened as in `margin: 0 auto`; nil if one of the values is nil.
  static func sides(_ sides: Sides<String?>) -> String? {
    guard let top = sides.top, let right = sides.right, let bottom = sides.bottom, let left = sides.left else {
      return nil
    }
    if right != left { return "\(top) \(right) \(bottom) \(left)" }
    if top != bottom { return "\(top) \(right) \(bottom)" }
    return top == right ? top : "\(top) \(right)"
  }

  /// Names with characters that need escapes are left out.
  static func families(_ families: [String]) -> String {
    let generic: Set<String> = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"]
    var names = families.prefix(12).compactMap { name -> String? in
      if generic.contains(name) { return name }
      let isPlain = name.unicodeScalars.allSatisfy {
        $0 == " " || $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      return isPlain && !name.isEmpty ? "'\(name)'" : nil
    }
    if names.isEmpty { names = ["serif"] }
    return names.joined(separator: ", ")
  }

  static func borderStyle(_ style: BorderStyle) -> String {
    switch style {
    case .none: "none"
    case .hidden: "hidden"
    case .dotted: "dotted"
    case .dashed: "dashed"
    case .solid: "solid"
    case .double: "double"
    case .groove: "groove"
    case .ridge: "ridge"
    case .inset: "inset"
    case .outset: "outset"
    }
  }

  static func whiteSpace(_ value: TextStyle.WhiteSpace) -> String {
    switch (value.collapsesSpaces, value.collapsesNewlines, value.wraps) {
    case (true, true, true): "normal"
    case (true, true, false): "nowrap"
    case (true, false, _): "pre-line"
    case (false, _, true): "pre-wrap"
    case (false, _, false): "pre"
    }
  }

  /// Grid containers become blocks, which is how programs without grids show them.
  static func display(_ display: BoxStyle.Display) -> String {
    switch display {
    case .none: "none"
    case .contents, .inline: "inline"
    case .block, .flowRoot, .grid, .gridLanes: "block"
    case .listItem: "list-item"
    case .inlineBlock, .inlineListItem, .inlineBlockListItem, .inlineGrid, .inlineGridLanes: "inline-block"
    case .table: "table"
    case .inlineTable: "inline-table"
    case .tableRowGroup: "table-row-group"
    case .tableHeaderGroup: "table-header-group"
    case .tableFooterGroup: "table-footer-group"
    case .tableRow: "table-row"
    case .tableCell: "table-cell"
    case .tableColumn: "table-column"
    case .tableColumnGroup: "table-column-group"
    case .tableCaption: "table-caption"
    case .flex: "flex"
    case .inlineFlex: "inline-flex"
    }
  }

  static func verticalAlign(_ value: BoxStyle.VerticalAlign) -> String? {
    switch value {
    case .baseline: "baseline"
    case .sub: "sub"
    case .super: "super"
    case .top: "top"
    case .textTop: "text-top"
    case .middle, .baselineMiddle: "middle"
    case .bottom: "bottom"
    case .textBottom: "text-bottom"
    case .length(let length): self.length(length)
    }
  }

  static func alignment(_ value: ItemStyle.Alignment) -> String? {
    switch value {
    case .auto, .normal, .selfStart, .selfEnd, .lastBaseline: nil
    case .stretch: "stretch"
    case .start, .flexStart, .left: "flex-start"
    case .end, .flexEnd, .right: "flex-end"
    case .center: "center"
    case .baseline: "baseline"
    case .spaceBetween: "space-between"
    case .spaceAround: "space-around"
    case .spaceEvenly: "space-evenly"
    }
  }
}
