import CPango
import Layout

/// Links and named destinations, as Cairo tags. (Structure tags, `P`, `H1`, `Table` and so on, will be opened and closed
/// around the drawing operations themselves; links lie over the finished page and need no such nesting.)
struct LinkTagger {
  private let document: LaidOutDocument
  private let destinations: [[(name: String, point: Point)]]
  var warnings: [PaintWarning] = []

  init(_ document: LaidOutDocument) {
    self.document = document
    // Dictionaries have no order that stays the same; names do.
    var byPage = [[(name: String, point: Point)]](repeating: [], count: document.pages.count)
    for (name, destination) in document.destinations where byPage.indices.contains(destination.page) {
      byPage[destination.page].append((name, destination.point))
    }
    destinations = byPage.map { page in page.sorted { $0.name < $1.name } }
  }

  mutating func add(page: Int, to canvas: Canvas) {
    for (name, point) in destinations[page] {
      let place = "x=\(TagAttributes.number(point.x)) y=\(TagAttributes.number(point.y))"
      tag(CAIRO_TAG_DEST, "name=\(TagAttributes.string(name)) \(place)", canvas)
    }
    for link in document.pages[page].links {
      guard let target = attributes(of: link.target, page: page) else { continue }
      let frame = [link.frame.x, link.frame.y, link.frame.width, link.frame.height].map(TagAttributes.number)
      tag(CAIRO_TAG_LINK, "rect=[\(frame.joined(separator: " "))] \(target)", canvas)
    }
  }

  private func tag(_ name: String, _ attributes: String, _ canvas: Canvas) {
    cairo_tag_begin(canvas.context, name, attributes)
    cairo_tag_end(canvas.context, name)
  }

  /// Nil, with a warning, for what may not or cannot be linked to.
  private mutating func attributes(of target: String, page: Int) -> String? {
    if target.utf8.first == UInt8(ascii: "#") {
      let name = String(target.dropFirst())
      if document.destinations[name].map({ document.pages.indices.contains($0.page) }) == true {
        return "dest=\(TagAttributes.string(name))"
      }
      warnings.append(PaintWarning(message: "The link to '\(target.prefix(80))' leads nowhere in the document.", page: page))
      return nil
    }
    guard let colon = target.firstIndex(of: ":"), Self.schemes.contains(target[..<colon].lowercased()) else {
      warnings.append(
        PaintWarning(message: "The link to '\(target.prefix(80))' was left out: only web, mail and telephone links are kept.", page: page))
      return nil
    }
    return "uri=\(TagAttributes.string(Self.ascii(target)))"
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// URIs in PDF are 7-bit (ISO 32000-1 §12.6.4.7): all else is percent-encoded as UTF-8, control characters and spaces too.
  private static func ascii(_ target: String) -> String {
    var result = ""
    for byte in target.utf8 {
      if 0x21...0x7E ~= byte {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}

/// Values in the attribute strings of Cairo's tags.
enum TagAttributes {
  static func string(_ value: String) -> String {
    var quoted = "'"
    for scalar in value.unicodeScalars where scalar.value != 0 {
      if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  /// At most a thousandth of a unit, never in exponent form.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let thousandths = Int((min(max(value, -1e6), 1e6) * 1000).rounded())
    let (whole, rest) = abs(thousandths).quotientAndRemainder(dividingBy: 1000)
    let sign = thousandths < 0 ? "-" : ""
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(String(rest + 1000).dropFirst())"
  }
}
