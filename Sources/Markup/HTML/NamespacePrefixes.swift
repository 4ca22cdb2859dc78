/// XHTML that is parsed as HTML: if the root element declares the prefix `svg:`, the tags of `<svg:svg>` are read
/// without the prefix. The HTML standard has no prefixes; without this rule the images of such documents would be lost.
extension HTMLParser {
  /// Reads the declaration of the root element, and removes the prefix from other tags.
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
