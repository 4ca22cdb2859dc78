/// Lists of Word and Outlook, which are paragraphs with `mso-list` styles and their markers as text.
enum WordLists {
  /// One paragraph of a list.
  private struct Item {
    var element: PastedElement
    /// The level of the item, from 1.
    var level: Int
    var list: String
    var marker: String
  }

  /// Replaces consecutive list paragraphs by nested `ul` and `ol` elements.
  static func nested(_ children: [PastedElement.Child]) -> [PastedElement.Child] {
    guard children.contains(where: { item($0) != nil }) else { return children }
    var result: [PastedElement.Child] = []
    var items: [Item] = []
    var pending: [PastedElement.Child] = []
    for child in children {
      if let item = item(child) {
        items.append(item)
        pending = []
      } else if isSpace(child), !items.isEmpty {
        pending.append(child)
      } else {
        result += lists(items) + pending
        (items, pending) = ([], [])
        result.append(child)
      }
    }
    return result + lists(items) + pending
  }

  private static func isSpace(_ child: PastedElement.Child) -> Bool {
    if case .text(let text) = child { text.allSatisfy(\.isWhitespace) } else { false }
  }

  private static func item(_ child: PastedElement.Child) -> Item? {
    guard case .element(let element) = child, element.name == "p" || element.name == "div" || element.name == "li",
      let value = element.style["mso-list"]
    else { return nil }
    let words = value.split(separator: " ")
    guard let level = words.first(where: { $0.hasPrefix("level") }).flatMap({ Int($0.dropFirst(5)) }) else {
      return nil
    }
    let list = words.filter { !$0.hasPrefix("level") }.joined(separator: " ")
    // In a list of HTML, Word writes `mso-list` on `li` elements, which are complete without it.
    guard element.name != "li", (1...9).contains(level) else { return nil }
    let marker = element.first { $0.style["mso-list"] == "ignore" }?.text ?? ""
    return Item(element: element, level: level, list: list, marker: trimmed(marker))
  }

  private static func trimmed(_ text: String) -> String {
    String(text.filter { !$0.isWhitespace && $0 != "\u{A0}" })
  }

  /// The lists of consecutive items. A change of list at level 1, or of the kind of marker, starts a new list.
  private static func lists(_ items: [Item]) -> [PastedElement.Child] {
    var result: [PastedElement.Child] = []
    var open: [(list: PastedElement, level: Int, identity: String, kind: Numbering)] = []
    for (index, item) in items.enumerated() {
      while let last = open.last, last.level > item.level { open.removeLast() }
      let known = open.last.flatMap { $0.level == item.level && $0.identity == item.list ? $0.kind : nil }
      let kind = Numbering(item.marker, following: known)
      if let last = open.last, last.level == item.level, last.identity != item.list || last.kind.type != kind.type {
        open.removeLast()
      }
      if open.last.map({ $0.level < item.level }) ?? true {
        let list = PastedElement(kind.element, attributes: kind.attributes, place: item.element.place)
        if let parent = open.last?.list.elements.last {
          parent.children.append(.element(list))
        } else {
          result.append(.element(list))
        }
        open.append((list, item.level, item.list, kind))
      }
      open[open.count - 1].list.children.append(.element(listItem(item, index, kind)))
    }
    return result
  }

  private static func listItem(_ item: Item, _ index: Int, _ kind: Numbering) -> PastedElement {
    let keepsMarker = kind.type == .unknown
    let children = keepsMarker ? item.element.children : withoutMarker(item.element.children)
    let direction = item.element.attributes.filter { $0.name == "dir" }
    return PastedElement("li", attributes: direction, children: children, place: item.element.place)
  }

  /// The children without the span that contains the marker.
  private static func withoutMarker(_ children: [PastedElement.Child]) -> [PastedElement.Child] {
    children.compactMap { child in
      guard case .element(let element) = child else { return child }
      if element.style["mso-list"] == "ignore" { return nil }
      element.children = withoutMarker(element.children)
      return .element(element)
    }
  }

  /// The kind of list that a marker belongs to, and its number.
  private struct Numbering {
    enum Kind { case bullet, decimal, lowerLetter, upperLetter, lowerRoman, upperRoman, unknown }
    let type: Kind
    let number: Int

    /// - Parameter following: the numbering of the list that the item may continue. It decides whether `i` is a letter
    ///   or a Roman number.
    init(_ marker: String, following: Numbering?) { (type, number) = Self.parse(marker, following) }

    private static func parse(_ marker: String, _ following: Numbering?) -> (Kind, Int) {
      let core = marker.drop { "([".contains($0) }.prefix { $0.isLetter || $0.isNumber }
      if core.allSatisfy(\.isASCII), let number = Int(core.prefix(9)) { return (.decimal, number) }
      // These letters are bullets of the fonts Courier New and Wingdings.
      let isSymbol = core.count == 1 && "o§Øüvqànl".contains(core) && !marker.contains { ".)".contains($0) }
      if core.isEmpty || isSymbol { return (.bullet, 1) }
      let isLower = core.first?.isLowercase == true
      if let roman = roman(core.lowercased()) {
        let continues = following.map { $0.type == .lowerRoman || $0.type == .upperRoman }
        if continues ?? (roman == 1 || core.count > 1) { return (isLower ? .lowerRoman : .upperRoman, roman) }
      }
      guard core.count == 1, let letter = core.utf8.first, (0x61...0x7A).contains(letter | 0x20) else {
        return (.unknown, 1)
      }
      return (isLower ? .lowerLetter : .upperLetter, Int(letter | 0x20) - 0x60)
    }

    var element: String { type == .bullet || type == .unknown ? "ul" : "ol" }

    var attributes: [(name: String, value: String)] {
      let marker: String? =
        switch type {
        case .bullet, .decimal, .unknown: nil
        case .lowerLetter: "a"
        case .upperLetter: "A"
        case .lowerRoman: "i"
        case .upperRoman: "I"
        }
      var attributes = marker.map { [(name: "type", value: $0)] } ?? []
      if element == "ol", number != 1 { attributes.append(("start", String(number))) }
      // The marker remains as text.
      if type == .unknown { attributes.append(("style", "list-style-type: none")) }
      return attributes
    }

    private static func roman(_ text: String) -> Int? {
      let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100]
      let digits = text.compactMap { values[$0] }
      guard digits.count == text.count, !digits.isEmpty, digits.count <= 8 else { return nil }
      var sum = 0
      for (index, digit) in digits.enumerated() {
        sum += index + 1 < digits.count && digits[index + 1] > digit ? -digit : digit
      }
      return sum > 0 ? sum : nil
    }
  }
}
