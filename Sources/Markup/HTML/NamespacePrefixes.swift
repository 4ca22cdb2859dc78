/// XHTML that comes as HTML: `<svg:svg>`, where the root says that `svg:` is SVG's prefix. The HTML standard knows no prefixes; here
/// such tags stand for what they were meant to be.
extension HTMLParser {
  /// Looks at the root's attributes, and takes the prefix off a tag.
  mutating func readPrefixes() {
    if hasSVGPrefix { return dropPrefix() }
    guard tag.name == .html, let name = names.find("xmlns:svg") else { return }
    for attribute in tagAttributes where attribute.name == name {
      let value = bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      hasSVGPrefix = value.elementsEqual("http://www.w3.org/2000/svg".utf8)
    }
  }

  mutating func dropPrefix() {
    let name = names[tag.name]
    if name.hasPrefix("svg:"), name.utf8.count > 4 { tag.name = names.intern(String(name.dropFirst(4))) }
  }
}
