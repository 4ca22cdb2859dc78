/// The attributes of cleaned elements.
extension PastedCleaner {
  /// Attributes that notes have, by element; `*` is every element.
  private static let attributes: [String: Set<String>] = [
    "*": ["dir", "lang"],
    "a": ["href", "title"], "abbr": ["title"], "img": ["src", "alt", "width", "height"],
    "td": ["colspan", "rowspan", "headers", "data-value"], "th": ["colspan", "rowspan", "headers", "scope"],
    "col": ["span"],
    "colgroup": ["span"], "ol": ["start", "reversed", "type"], "ul": ["type"], "li": ["value"],
    "input": ["type", "checked", "disabled"],
    "pressrun-chart": ["type", "data", "title", "alt", "width", "height", "unit", "locale", "stacked", "table"],
    "pressrun-barcode": ["type", "value", "alt", "width", "height", "text"],
  ]

  /// The attributes that notes have, with the reduced style.
  mutating func attributes(
    _ element: PastedElement, _ style: PastedStyle, _ link: String?
  ) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    for attribute in element.attributes {
      guard
        Self.attributes["*"]?.contains(attribute.name) == true
          || Self.attributes[element.name]?.contains(attribute.name) == true
      else { continue }
      if attribute.name == "dir", attribute.value != "rtl" { continue }
      if attribute.name == "lang", element.name == "p" || element.name == "span" { continue }
      if attribute.name == "href" {
        if let link { result.append(("href", link)) }
      } else if attribute.name == "width" || attribute.name == "height", element.name == "img" {
        if let number = Double(attribute.value), number > 2 { result.append(attribute) }
      } else {
        result.append(attribute)
      }
    }
    if let id = anchor(element) { result.append(("id", id)) }
    let declarations = self.declarations(element, style)
    log.count(.styles, max(0, style.count - declarations.count), at: element.place)
    if !declarations.isEmpty { result.append(("style", declarations.joined(separator: "; "))) }
    return result
  }

  /// The styles that blocks of notes may have.
  private func declarations(_ element: PastedElement, _ style: PastedStyle) -> [String] {
    guard element.isBlock || element.name == "mark" else { return [] }
    var result: [String] = []
    if element.name != "mark" {
      if let alignment = style.alignment ?? alignment(element) { result.append("text-align: \(alignment)") }
      if style.isBold, !["th", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "tr"].contains(element.name) {
        result.append("font-weight: bold")
      }
      if style.isItalic, element.name != "ul", element.name != "ol" { result.append("font-style: italic") }
    }
    if let color = style.color { result.append("color: \(color)") }
    if let background = style.background { result.append("background-color: \(background)") }
    if element.name == "ul" || element.name == "ol", let type = style.listType,
      type != (element.name == "ol" ? "decimal" : "disc")
    {
      result.append("list-style-type: \(type)")
    }
    return result
  }

  private func alignment(_ element: PastedElement) -> String? {
    guard let value = element.attribute("align")?.lowercased(), element.name != "table" else { return nil }
    return ["center", "right", "justify"].contains(value) ? value : nil
  }

  /// The name of an element to which a link of the body refers.
  func anchor(_ element: PastedElement) -> String? {
    for name in ["id", "name"] {
      if let value = element.attribute(name), targets.contains(value), name == "id" || element.name == "a" {
        return value
      }
    }
    return nil
  }

  /// The address of a link if other machines can open it; nil for other schemes, such as `javascript:` and
  /// `x-apple-data-detectors:`.
  static func link(_ href: String) -> String? {
    if href.hasPrefix("#") { return href }
    let scheme = href.drop(while: \.isWhitespace).prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel", "ftp", "file"].contains(scheme) ? href : nil
  }
}
