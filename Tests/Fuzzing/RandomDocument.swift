/// Random HTML: all elements with a layout of their own, nested arbitrarily, with random styles.
package struct RandomDocument {
  private var random: SplitMix
  private var budget: Int

  /// A document that depends on the seed only, with at most about `size` elements.
  package static func html(seed: UInt64, size: Int = 60) -> String {
    var document = RandomDocument(random: SplitMix(seed: seed), budget: size)
    return document.document()
  }

  private mutating func document() -> String {
    budget = 1 + random.below(budget)
    var html = random.once(in: 8) ? "" : "<!DOCTYPE html>"
    html += "<html lang=\(random.pick(["en", "de", "ar", "x-none", ""]))><head><style>\n"
    // Mostly pages of moderate size, so that there are several but not thousands.
    if !random.once(in: 4) {
      html += "@page{size:\(100 + random.below(500))px \(80 + random.below(500))px;margin:\(random.below(40))px}\n"
    }
    html += RandomStylesheet.sheet(&random) + "</style></head>"
    html += "<body>"
    while budget > 0 { html += element(depth: 0) }
    if random.once(in: 12) { html = RandomStylesheet.damaged(html, &random) }
    return html
  }

  private mutating func element(depth: Int) -> String {
    budget -= 1
    if random.once(in: 3) || depth > 30 { return RandomText.words(&random, atMost: 30) }
    let name = random.pick(Self.elements)
    var html = "<\(name)"
    if random.once(in: 2) {
      html += " style=\"\(RandomStylesheet.declarations(&random, atMost: 4).replacing("\"", with: "'"))\""
    }
    while random.once(in: 4) { html += " " + attribute() }
    if name == "svg" {
      return html + RandomDrawing.attributes(&random) + ">" + RandomDrawing.content(&random) + "</svg>"
    }
    html += ">"
    if Self.void.contains(name) { return html }
    let deep = random.once(in: 30) ? 12 : 0
    for _ in 0..<deep {
      html += "<\(name) style='\(RandomStylesheet.declarations(&random, atMost: 1).replacing("'", with: ""))'>"
    }
    let children = random.below(name == "table" || name == "tr" || name == "div" ? 6 : 3)
    for _ in 0..<children where budget > 0 { html += element(depth: depth + 1) }
    html += RandomText.words(&random, atMost: 8)
    if random.once(in: 25) { return html }  // Without end tags.
    return html + "</\(random.once(in: 40) ? random.pick(Self.elements) : name)>"
  }

  private mutating func attribute() -> String {
    let number = random.pick(["0", "1", "2", "3", "7", "100", "65534", "99999999999", "-1", "50%", "x", ""])
    switch random.below(12) {
    case 0: return "class='\(random.pick(["a", "b", "a b", "c"]))'"
    case 1: return "id=i"
    case 2: return "colspan=\(number)"
    case 3: return "rowspan=\(number)"
    case 4: return "width=\(number)"
    case 5: return "height=\(number)"
    case 6: return "dir=\(random.pick(["rtl", "ltr", "auto"]))"
    case 7: return "title='\(random.pick(["t", "", "a b c"]))'"
    case 8: return "start=\(number) value=\(number) span=\(number) border=\(number) cellpadding=\(number)"
    case 9: return "href='\(random.pick(["#i", "#", "http://example.com/(x)", "javascript:", "mailto:a@b"]))'"
    case 10: return "src='\(random.pick(Self.images))'"
    default:
      return
        "align=\(random.pick(["left", "center", "right", "justify"])) type=\(random.pick(["a", "I", "checkbox", "radio"]))"
    }
  }

  private static let void: Set = ["br", "img", "hr", "input", "col", "wbr", "meta", "base"]
  private static let elements = [
    "div", "div", "div", "p", "p", "span", "span", "b", "i", "a", "em", "h1", "h2", "ul", "ol", "li", "dl", "dt", "dd",
    "table", "table", "tr", "tr", "td", "td", "td", "th", "thead", "tfoot", "tbody", "caption", "colgroup", "col", "br",
    "img", "hr", "input", "pre", "code", "blockquote", "figure", "figcaption", "section", "aside", "fieldset", "legend",
    "button", "select", "option", "textarea", "details", "summary", "ruby", "rt", "svg", "math", "template", "center",
    "font", "sub", "sup", "small", "q", "bdo", "bdi", "wbr", "main", "progress", "meter", "iframe", "object", "video",
    "canvas", "noscript", "form", "label", "address", "frameset", "marquee", "nobr", "plaintext-not",
  ]
  private static let images = [
    "x.png", "", "data:,", "data:image/png;base64,iVBORw0KGgo=",
    "data:image/png;base64,"
      + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2220%22 height=%2210%22><rect width=%229%22 height=%229%22/></svg>",
    "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 0 0%22/>",
  ]
}
