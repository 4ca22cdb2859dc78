/// The places of blocks and lists that programs put elsewhere than notes do.
extension PastedCleaner {
  /// Google Docs and Outlook put a nested list beside the item that it belongs to.
  static func moveNestedLists(of list: PastedElement) {
    var children: [Child] = []
    var lastItem: PastedElement?
    for child in list.children {
      if case .element(let element) = child {
        if let lastItem, ["ul", "ol"].contains(element.name) {
          lastItem.children.append(child)
          continue
        }
        if element.name == "li" { lastItem = element }
      }
      children.append(child)
    }
    list.children = children
  }

  /// Google Docs, Notion, Confluence and Evernote wrap the text of each item in a paragraph. Notion adds an empty
  /// block.
  static func unwrapOnlyParagraph(of item: PastedElement) {
    item.children.removeAll {
      if case .element(let element) = $0 {
        element.name == "div" && element.children.isEmpty && element.classes.contains("indented")
      } else {
        false
      }
    }
    let paragraphs = item.elements.filter {
      $0.name == "p" || $0.name == "div" && $0.attribute("class") == nil && !$0.containsBlock
    }
    guard paragraphs.count == 1, let paragraph = paragraphs.first else { return }
    item.children = item.children.flatMap { child -> [Child] in
      if case .element(let element) = child, element === paragraph { return paragraph.children }
      return [child]
    }
  }

  /// Google Docs and Apple Mail separate blocks by `br` elements.
  static func withoutEmptyLines(_ children: [Child]) -> [Child] {
    let before = followBlocks(children)
    let after = followBlocks(children.reversed())
    return children.indices.filter { index in
      guard case .element(let element) = children[index], element.name == "br" else { return true }
      return !(before[index] && after[children.count - 1 - index])
    }.map { children[$0] }
  }

  /// For each child, whether it is first or follows a block, apart from line breaks and white space.
  private static func followBlocks(_ children: [Child]) -> [Bool] {
    var followsBlock = true
    return children.map { child in
      let result = followsBlock
      switch child {
      case .text(let text): if !text.allSatisfy(\.isWhitespace) { followsBlock = false }
      case .element(let element): if element.name != "br" { followsBlock = element.isBlock }
      }
      return result
    }
  }
}
