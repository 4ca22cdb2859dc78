import Markup

/// The conditions under which SVG elements are shown (SVG 2 §5.8).
package final class SVGConditions {
  private let markup: Document
  private let systemLanguage, requiredExtensions: Atom?
  /// The languages that the user understands.
  private let languages: Set<String>

  /// The languages inside `foreignObject` elements.
  private static let extensions: Set<Substring> = [
    "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML",
  ]

  @export(interface)
  package init(_ markup: Document) {
    self.markup = markup
    systemLanguage = markup.names.find("systemLanguage")
    requiredExtensions = markup.names.find("requiredExtensions")
    let root = markup.documentElement
    let own = root.isNone ? nil : markup.attribute(root, .lang)
    languages = Set([own, "en"].compactMap { $0 }.map(Self.primary))
  }

  @export(interface)
  package func areMet(by node: NodeID) -> Bool {
    if systemLanguage == nil, requiredExtensions == nil { return true }
    for attribute in markup.attributes(of: node) {
      guard attribute.name == systemLanguage || attribute.name == requiredExtensions else { continue }
      let value = markup.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      let words = String(decoding: value, as: UTF8.self).split { $0 == "," || $0.isWhitespace }
      let isMet =
        attribute.name == systemLanguage
        ? words.contains { languages.contains(Self.primary(String($0))) }
        : !words.isEmpty && words.allSatisfy(Self.extensions.contains)
      if !isMet { return false }
    }
    return true
  }

  private static func primary(_ tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }
}
