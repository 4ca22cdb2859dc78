import Markup

/// The conditions under which elements are shown (SVG 2 §5.8).
final class SVGConditions {
  private let markup: Document
  private let systemLanguage, requiredExtensions: Atom?
  /// The languages that the user understands.
  private let languages: Set<String>

  init(_ markup: Document) {
    self.markup = markup
    systemLanguage = markup.names.find("systemLanguage")
    requiredExtensions = markup.names.find("requiredExtensions")
    let root = markup.documentElement
    let own = root.isNone ? nil : markup.attribute(root, .lang)
    languages = Set([own, "en"].compactMap { $0 }.map(Self.primary))
  }

  func areMet(by node: NodeID) -> Bool {
    if systemLanguage == nil, requiredExtensions == nil { return true }
    for attribute in markup.attributes(of: node) {
      guard attribute.name == systemLanguage || attribute.name == requiredExtensions else { continue }
      let value = markup.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      let words = String(decoding: value, as: UTF8.self).split { $0 == "," || $0.isWhitespace }
      guard attribute.name == systemLanguage, words.contains(where: { languages.contains(Self.primary(String($0))) })
      else { return false }
    }
    return true
  }

  private static func primary(_ tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }
}
