import Layout
import Markup
import Style

/// What the attributes and style sheets of an SVG file declare. Of selectors, only the words are read, so a rule may
/// apply to more elements here than in the cascade.
struct SVGDeclarations {
  typealias Bytes = ContiguousArray<UInt8>.SubSequence

  /// The values that are declared for each property, by name.
  typealias Values = [String: [String]]

  private let markup: Document
  /// What style sheets declare, by the words of selectors.
  private var ruled: [String: Values] = [:]
  /// The texts of the style sheets, in one spelling (`CanonicalCSS`).
  let sheets: [ContiguousArray<UInt8>]

  /// Properties whose values concern the work.
  private static let properties: Set<String> = [
    "transform", "patternTransform", "width", "height", "x", "y", "cx", "cy", "r", "rx", "ry", "stroke",
    "stroke-width", "stroke-dasharray", "markerWidth", "markerHeight", "font-size", "font", "opacity",
    "mix-blend-mode", "isolation",
  ]
  /// The most values of a property for one word, each of which is read for each element.
  private static let mostValues = 50

  /// Fails if there is more than can be known: style sheets in style sheets, or too many values.
  init?(_ markup: Document) {
    self.markup = markup
    var sheets: [ContiguousArray<UInt8>] = []
    for node in markup.nodes(in: markup.documentElement) where markup.name(node) == "style" {
      let text = ContiguousArray(markup.textContent(node).utf8)
      sheets.append(CanonicalCSS.text(text[...]))
    }
    // No other addresses are loaded.
    let imports = sheets.filter { $0.firstRange(of: "@import".utf8) != nil }
    guard !imports.contains(where: { String(decoding: $0, as: UTF8.self).lowercased().contains("data:") }) else {
      return nil
    }
    self.sheets = sheets
    for sheet in sheets {
      for (selector, body) in Self.rules(of: sheet) {
        let values = Self.values(in: body)
        guard values.isEmpty || Self.words(in: selector).allSatisfy({ add(values, for: $0) }) else { return nil }
      }
    }
  }

  /// Returns false if there are too many.
  private mutating func add(_ values: Values, for word: String) -> Bool {
    for (property, new) in values {
      var known = ruled[word]?[property] ?? []
      known += new.filter { !known.contains($0) }
      guard known.count <= Self.mostValues else { return false }
      ruled[word, default: [:]][property] = known
    }
    return true
  }

  /// All values that the properties of an element may have.
  func values(at node: NodeID) -> Values {
    var values: Values = [:]
    for attribute in markup.attributes(of: node) {
      let name = markup.names[attribute.name]
      let range = Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)
      if name == "style" {
        values.merge(Self.values(in: CanonicalCSS.text(markup.bytes[range])[...])) { $0 + $1 }
      } else if Self.properties.contains(name) {
        values[name, default: []].append(String(decoding: CanonicalCSS.value(markup.bytes[range]), as: UTF8.self))
      }
    }
    guard !ruled.isEmpty else { return values }
    for word in markup.selectorWords(of: node) { values.merge(ruled[word] ?? [:]) { $0 + $1 } }
    return values
  }

  // MARK: Style sheets

  /// The selectors and declarations of rules. Those in other rules belong to the selectors of both.
  static func rules(of sheet: ContiguousArray<UInt8>) -> [(selector: Bytes, body: Bytes)] {
    sheet.split(separator: UInt8(ascii: "}")).compactMap { rule in
      rule.lastIndex(of: UInt8(ascii: "{")).map { (rule[..<$0], rule[$0...].dropFirst()) }
    }
  }

  /// The values of declarations, by property.
  private static func values(in declarations: Bytes) -> Values {
    var values: Values = [:]
    for declaration in declarations.split(separator: UInt8(ascii: ";")) {
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: declaration[..<colon].filter { $0 > 0x20 }, as: UTF8.self)
      guard properties.contains(name) else { continue }
      values[name, default: []].append(String(decoding: declaration[(colon + 1)...], as: UTF8.self))
    }
    return values
  }

  /// The names, classes and identifiers in selectors, or only the empty word if a selector may match an element of any
  /// name. All elements have the empty word (`Document.selectorWords`).
  static func words(in selector: Bytes) -> [String] {
    if selector.contains(where: { "*[:".utf8.contains($0) }) { return [""] }
    return selector.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: false
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): false
      default: true
      }
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Document {
  /// The words with which selectors match an element: its name, its classes and its identifier; the empty word.
  func selectorWords(of node: NodeID) -> [String] {
    let classes = attribute(node, .class)?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    return ["", name(node), attribute(node, .id) ?? ""] + classes
  }
}
