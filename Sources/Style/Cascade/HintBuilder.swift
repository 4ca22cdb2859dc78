import Markup

/// Builds the presentational hints of one element.
struct HintBuilder {
  let document: Document
  let node: NodeID
  /// For cells, rows and row groups: the enclosing table if it has attributes that affect them.
  let table: NodeID
  private(set) var declarations: [Declaration] = []

  init(document: Document, node: NodeID, table: NodeID) {
    self.document = document
    self.node = node
    self.table = table
  }

  mutating func set(_ property: Property, _ value: Value) {
    declarations.append(Declaration(property: property, isImportant: false, value: value))
  }

  mutating func add(_ declaration: Declaration) { declarations.append(declaration) }

  func attribute(_ name: Atom) -> String? { document.attribute(node, name) }

  func lowercased(_ name: Atom) -> String? { attribute(name)?.asciiLowercased.trimmed }

  mutating func build() {
    language()
    if document[node].namespace == .svg { return svg() }
    if document[node].namespace == .mathML { return formula() }
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
    default: break
    }
  }

  // MARK: - Values

  /// A dimension attribute (HTML 2.3.4.4): pixels or a percentage.
  func dimension(_ name: Atom, isPositive: Bool = false) -> Value? {
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
    // Hundreds of digits are infinite.
    let limited = min(number, 1e7)
    return rest.first == "%" ? .percentage(limited) : .dimension(limited, .px)
  }

  func pixels(_ name: Atom) -> Value? {
    guard let text = attribute(name), let number = Self.integer(text), number >= 0 else { return nil }
    return .dimension(Double(number), .px)
  }

  /// The rules for parsing integers (HTML 2.3.4.1).
  static func integer(_ text: String) -> Int? {
    let trimmed = text.trimmed
    let sign = trimmed.hasPrefix("-") ? "-" : ""
    let isSigned = trimmed.hasPrefix("-") || trimmed.hasPrefix("+")
    let digits = trimmed.dropFirst(isSigned ? 1 : 0).prefix { $0.isASCII && $0.isNumber }
    return Int(sign + digits.prefix(9))
  }

  /// The width of the border of a table: that of the attribute, or 1 if it is not a non-negative integer (HTML 15.3.8).
  static func tableBorder(_ text: String) -> Int {
    guard let width = integer(text), width >= 0 else { return 1 }
    return width
  }

  func color(_ name: Atom) -> Value? {
    attribute(name).flatMap(LegacyColor.parse).map { .color(.color($0)) }
  }

  func url(_ name: Atom) -> Value? {
    guard let address = attribute(name)?.trimmed, !address.isEmpty else { return nil }
    return .list([.url(address)])
  }

  mutating func setSides(_ properties: [Property], _ value: Value) {
    for property in properties { set(property, value) }
  }

  // MARK: - All elements

  mutating func language() {
    if let language = document.languageTag(of: node) { set(.language, .identifier(language)) }
    switch lowercased(.dir) {
    case "ltr": set(.direction, .keyword(.ltr))
    case "rtl": set(.direction, .keyword(.rtl))
    default:
      if let isRTL = Directionality.ofText(node, document) { set(.direction, .keyword(isRTL ? .rtl : .ltr)) }
    }
  }

  /// Width and height of boxes of SVG are presentation attributes (SVG 2 §8.3).
  mutating func svg() {
    guard document[node].name == .svg || document[node].name == .foreignObject else { return }
    switch lowercased(.overflow) {
    case "visible", "auto": setSides([.overflowX, .overflowY], .keyword(.visible))
    case "hidden", "scroll": setSides([.overflowX, .overflowY], .keyword(.hidden))
    default:
      // As in the style sheets of browsers.
      if document[node].name == .foreignObject { setSides([.overflowX, .overflowY], .keyword(.hidden)) }
    }
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

  mutating func body() {
    if let color = color(.bgcolor) { set(.backgroundColor, color) }
    if let image = url(.background) { set(.backgroundImage, image) }
    if let color = color(.text) { set(.color, color) }
    if let margin = pixels(.marginheight) ?? pixels(.topmargin) { set(.marginTop, margin) }
    if let margin = pixels(.marginheight) ?? pixels(.bottommargin) { set(.marginBottom, margin) }
    if let margin = pixels(.marginwidth) ?? pixels(.leftmargin) { set(.marginLeft, margin) }
    if let margin = pixels(.marginwidth) ?? pixels(.rightmargin) { set(.marginRight, margin) }
  }
}
