import Markup

/// Builds the declarations of one element's presentational attributes.
struct HintBuilder {
  let document: Document
  let node: NodeID
  /// For cells, rows and groups: the table around them, where it has attributes for them.
  let table: NodeID
  private(set) var declarations: [Declaration] = []

  init(document: Document, node: NodeID, table: NodeID) {
    self.document = document
    self.node = node
    self.table = table
  }

  private mutating func set(_ property: Property, _ value: Value) {
    declarations.append(Declaration(property: property, isImportant: false, value: value))
  }

  private func attribute(_ name: Atom) -> String? { document.attribute(node, name) }

  private func lowercased(_ name: Atom) -> String? { attribute(name)?.asciiLowercased.trimmed }

  mutating func build() {
    language()
    if document[node].namespace == .svg { return svg() }
    guard document[node].namespace == .html else { return }
    switch document[node].name {
    case .body: body()
    case .table: tableElement()
    case .td, .th: cell()
    case .tr, .tbody, .thead, .tfoot: rows()
    case .col, .colgroup: columns()
    case .caption: if lowercased(.align) == "bottom" { set(.captionSide, .keyword(.bottom)) }
    case .img, .embed, .iframe, .object, .video, .applet, .input: embedded()
    case .hr: rule()
    case .font: font()
    case .ol, .ul, .menu, .dir, .li: list()
    case .p, .div, .h1, .h2, .h3, .h4, .h5, .h6: alignBlock()
    case .legend: alignLegend()
    case .br: lineBreak()
    case .textarea: textArea()
    case .progress, .meter: gauge()
    default: break
    }
  }

  // MARK: - Values

  /// A dimension attribute (HTML 2.3.4.4): a number of px, or a percentage.
  private func dimension(_ name: Atom, isPositive: Bool = false) -> Value? {
    guard let text = attribute(name) else { return nil }
    return Self.dimension(text, isPositive: isPositive)
  }

  static func dimension(_ text: String, isPositive: Bool = false) -> Value? {
    var digits = ""
    var rest = text.trimmed[...]
    if rest.first == "+" { rest = rest.dropFirst() }
    while let character = rest.first, character.isASCII,
      character.isNumber || (character == "." && !digits.contains("."))
    {
      digits.append(character)
      rest = rest.dropFirst()
    }
    guard let number = Double(digits.hasPrefix(".") ? "0" + digits : digits.hasSuffix(".") ? digits + "0" : digits),
      !isPositive || number > 0
    else { return nil }
    return rest.first == "%" ? .percentage(number) : .dimension(min(number, 1e7), .px)
  }

  private func pixels(_ name: Atom) -> Value? {
    guard let text = attribute(name), let number = Self.integer(text), number >= 0 else { return nil }
    return .dimension(Double(number), .px)
  }

  static func integer(_ text: String) -> Int? {
    let trimmed = text.trimmed
    let sign = trimmed.hasPrefix("-") ? "-" : ""
    let digits = trimmed.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
    return Int(sign + digits.prefix(9))
  }

  private func color(_ name: Atom) -> Value? {
    attribute(name).flatMap(LegacyColor.parse).map { .color(.color($0)) }
  }

  private func url(_ name: Atom) -> Value? {
    guard let address = attribute(name)?.trimmed, !address.isEmpty else { return nil }
    return .list([.url(address)])
  }

  private mutating func setSides(_ properties: [Property], _ value: Value) {
    for property in properties { set(property, value) }
  }

  // MARK: - All elements

  private mutating func language() {
    if let language = attribute(.xmlLang) ?? attribute(.lang) { set(.language, .identifier(language)) }
    switch lowercased(.dir) {
    case "ltr": set(.direction, .keyword(.ltr))
    case "rtl": set(.direction, .keyword(.rtl))
    case "auto": set(.direction, .keyword(Directionality.automatic(node, document) == true ? .rtl : .ltr))
    default: break
    }
  }

  /// Width and height of `svg` are presentation attributes (SVG 2 §8.2).
  private mutating func svg() {
    guard document[node].name == .svg else { return }
    for (name, property) in [(Atom.width, Property.width), (.height, .height)] {
      guard let text = attribute(name) else { continue }
      var parser = ValueParser(text.trimmed)
      if let value = parser.lengthPercent(0) ?? parser.number(0).map(Self.px), parser.atEnd { set(property, value) }
    }
  }

  private static func px(_ value: Value) -> Value {
    if case .number(let number) = value { return .dimension(number, .px) }
    return value
  }

  private mutating func body() {
    if let color = color(.bgcolor) { set(.backgroundColor, color) }
    if let image = url(.background) { set(.backgroundImage, image) }
    if let color = color(.text) { set(.color, color) }
    if let margin = pixels(.marginheight) ?? pixels(.topmargin) { set(.marginTop, margin) }
    if let margin = pixels(.marginheight) ?? pixels(.bottommargin) { set(.marginBottom, margin) }
    if let margin = pixels(.marginwidth) ?? pixels(.leftmargin) { set(.marginLeft, margin) }
    if let margin = pixels(.marginwidth) ?? pixels(.rightmargin) { set(.marginRight, margin) }
  }

  // MARK: - Text blocks

  private mutating func alignBlock() {
    switch lowercased(.align) {
    case "left": set(.textAlign, .identifier("-webkit-left"))
    case "right": set(.textAlign, .identifier("-webkit-right"))
    case "center", "middle": set(.textAlign, .identifier("-webkit-center"))
    case "justify": set(.textAlign, .keyword(.justify))
    default: break
    }
  }

  /// HTML 15.3.13.
  private mutating func alignLegend() {
    switch lowercased(.align) {
    case "left": set(.justifySelf, .keyword(.left))
    case "right": set(.justifySelf, .keyword(.right))
    case "center": set(.justifySelf, .keyword(.center))
    default: break
    }
  }

  private mutating func lineBreak() {
    switch lowercased(.clear) {
    case "left": set(.clear, .keyword(.left))
    case "right": set(.clear, .keyword(.right))
    case "all", "both": set(.clear, .keyword(.both))
    default: break
    }
  }

  private mutating func rule() {
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

  private mutating func font() {
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

  private mutating func textArea() {
    if let cols = attribute(.cols).flatMap(Self.integer), cols > 0 {
      set(.width, .dimension(Double(cols) + 1, .ch))
    } else {
      set(.width, .dimension(21, .ch))
    }
    let rows = attribute(.rows).flatMap(Self.integer) ?? 2
    if rows > 0 { set(.height, .dimension(Double(rows), .lh)) }
    if lowercased(.wrap) == "off" { set(.textWrapMode, .keyword(.nowrap)) }
  }

  /// How far a gauge is filled (HTML 4.10.13 and 4.10.14).
  private mutating func gauge() {
    func number(_ name: Atom) -> Double? {
      attribute(name).flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? $0 : nil }
    }
    let least = document.isElement(node, .meter) ? number(.min) ?? 0 : 0
    let most = max(least, number(.max) ?? 1)
    guard let value = number(.value), most > least else { return }
    let filled = (max(least, min(value, most)) - least) / (most - least)
    set(.backgroundSize, .list([.list([.percentage(filled * 100), .percentage(100)])]))
  }

  // MARK: - Lists

  private mutating func list() {
    if let type = attribute(.type) {
      switch type {
      case "1": set(.listStyleType, .identifier("decimal"))
      case "a": set(.listStyleType, .identifier("lower-alpha"))
      case "A": set(.listStyleType, .identifier("upper-alpha"))
      case "i": set(.listStyleType, .identifier("lower-roman"))
      case "I": set(.listStyleType, .identifier("upper-roman"))
      default:
        let lower = type.asciiLowercased
        if lower == "none" { set(.listStyleType, .keyword(.none)) }
        if ["disc", "circle", "square"].contains(lower) { set(.listStyleType, .identifier(lower)) }
      }
    }
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

  // MARK: - Embedded content

  private mutating func embedded() {
    let name = document[node].name
    if name == .input {
      guard lowercased(.type) == "image" else {
        let isText = !["checkbox", "radio", "button", "submit", "reset", "hidden", "file", "range", "color"].contains(
          lowercased(.type) ?? "")
        if isText, let size = attribute(.size).flatMap(Self.integer), size > 0 {
          set(.width, .dimension(Double(size) + 2, .ch))
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
    case "middle", "absmiddle", "center", "abscenter": set(.verticalAlign, .keyword(.middle))
    case "bottom", "baseline": set(.verticalAlign, .keyword(.baseline))
    case "absbottom": set(.verticalAlign, .keyword(.bottom))
    default: break
    }
  }

  // MARK: - Tables

  private mutating func background() {
    if let color = color(.bgcolor) { set(.backgroundColor, color) }
    if let image = url(.background) { set(.backgroundImage, image) }
  }

  private mutating func alignment() {
    switch lowercased(.align) {
    case "left": set(.textAlign, .identifier("-webkit-left"))
    case "right": set(.textAlign, .identifier("-webkit-right"))
    case "center", "middle": set(.textAlign, .identifier("-webkit-center"))
    case "justify": set(.textAlign, .keyword(.justify))
    default: break
    }
    switch lowercased(.valign) {
    case "top": set(.verticalAlign, .keyword(.top))
    case "middle", "center": set(.verticalAlign, .keyword(.middle))
    case "bottom": set(.verticalAlign, .keyword(.bottom))
    case "baseline": set(.verticalAlign, .keyword(.baseline))
    default: break
    }
  }

  private mutating func tableElement() {
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
      // An attribute without a number is 1.
      let width = Self.integer(border) ?? 1
      if width > 0 {
        setSides(Shorthand.borderWidth.longhands, .dimension(Double(width), .px))
        setSides(Shorthand.borderStyle.longhands, .keyword(.outset))
        setSides(Shorthand.borderColor.longhands, .color(.color(Color(rgb: 0x808080))))
      }
    }
    if let color = color(.bordercolor) { setSides(Shorthand.borderColor.longhands, color) }
    if let rules = lowercased(.rules), ["none", "groups", "rows", "cols", "all"].contains(rules) {
      set(.borderCollapse, .keyword(.collapse))
      if attribute(.border) == nil { setSides(Shorthand.borderStyle.longhands, .keyword(.hidden)) }
    }
    frame()
  }

  private mutating func frame() {
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

  private mutating func cell() {
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
      if let border = document.attribute(table, .border), (Self.integer(border) ?? 1) > 0 {
        setSides(Shorthand.borderWidth.longhands, .dimension(1, .px))
        setSides(Shorthand.borderStyle.longhands, .keyword(.inset))
        setSides(Shorthand.borderColor.longhands, .color(.color(Color(rgb: 0x808080))))
        if let color = document.attribute(table, .bordercolor).flatMap(LegacyColor.parse) {
          setSides(Shorthand.borderColor.longhands, .color(.color(color)))
        }
      }
    }
  }

  private mutating func drawLines(_ styles: [Property]) {
    for property in styles { set(property, .keyword(.solid)) }
    setSides(Shorthand.borderWidth.longhands, .dimension(1, .px))
  }

  private mutating func rows() {
    background()
    alignment()
    if let height = dimension(.height) { set(.height, height) }
    if document[node].name != .tr, !table.isNone, document.attribute(table, .rules)?.asciiLowercased == "groups" {
      drawLines([.borderTopStyle, .borderBottomStyle])
    }
  }

  private mutating func columns() {
    background()
    if let width = dimension(.width) { set(.width, width) }
    if document[node].name == .colgroup, !table.isNone, document.attribute(table, .rules)?.asciiLowercased == "groups" {
      drawLines([.borderLeftStyle, .borderRightStyle])
    }
  }
}

/// Colours in attributes (HTML 2.3.6): almost anything is one.
enum LegacyColor {
  static func parse(_ text: String) -> Color? {
    var text = text.trimmed
    if text.isEmpty || text.asciiLowercased == "transparent" { return nil }
    if let named = NamedColors.table[text.asciiLowercased] { return named }
    if text.utf8.count == 4, text.hasPrefix("#"), let color = ValueParser.hexColor(String(text.dropFirst())) {
      return color
    }
    if text.hasPrefix("#") { text.removeFirst() }
    var digits = text.unicodeScalars.prefix(128).flatMap { scalar -> [UInt8] in
      guard scalar.isASCII, Escapes.hexDigit(UInt8(scalar.value)) != nil else {
        return scalar.value > 0xFFFF ? [0x30, 0x30] : [0x30]
      }
      return [UInt8(scalar.value)]
    }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append(0x30) }
    let length = digits.count / 3
    var channels = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length].suffix(8)) }
    while channels[0].count > 2, channels.allSatisfy({ $0[0] == 0x30 }) {
      channels = channels.map { Array($0.dropFirst()) }
    }
    let values = channels.map { channel in channel.prefix(2).reduce(UInt32(0)) { $0 * 16 + (Escapes.hexDigit($1) ?? 0) }
    }
    return Color(rgb: values[0] << 16 | values[1] << 8 | values[2])
  }
}

extension String {
  /// Without white space at either end.
  var trimmed: String {
    let head = drop { $0.isWhitespace }
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(head[...last])
  }
}
