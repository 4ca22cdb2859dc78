import Markup

extension SelectorMatcher {
  /// `:lang()` with language ranges in lower case (selectors-4 §7.2).
  func matchesLanguage(_ ranges: [String], _ node: Int) -> Bool {
    var current: Int? = node
    while let element = current {
      let id = NodeID(UInt32(element))
      if let language = document.languageTag(of: id) {
        let tag = language.asciiLowercased
        return ranges.contains { range in
          if range.isEmpty { return tag.isEmpty }
          if range == "*" { return !tag.isEmpty }
          if range.hasPrefix("*-") { return ("-" + tag + "-").contains(range.dropFirst() + "-") }
          return tag == range || tag.hasPrefix(range + "-")
        }
      }
      current = parent(element)
    }
    return false
  }
}

extension String {
  /// Linear search for short texts.
  fileprivate func contains(_ needle: Substring) -> Bool {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(needle) { return true }
      rest = rest.dropFirst()
    }
    return needle.isEmpty
  }
}
