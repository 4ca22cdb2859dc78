import XMLTree

/// Access by paths of local names, which are distinct in both syntaxes of invoices.
extension XMLElement {
  /// The text without white space around it; nil if that is empty.
  var text: String? {
    let trimmed = content.drop(while: \.isWhitespace)
    guard let end = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(trimmed[...end])
  }

  /// The first element at a path of local names.
  func first(_ path: String...) -> XMLElement? { first(path[...]) }

  /// The text of the first element at a path.
  func text(_ path: String...) -> String? { first(path[...])?.text }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name.local == name } }

  private func first(_ path: ArraySlice<String>) -> XMLElement? {
    guard let name = path.first else { return self }
    for child in children where child.name.local == name {
      if let found = child.first(path.dropFirst()) { return found }
    }
    return nil
  }
}
