import Markup

/// The presentation attributes of SVG elements that are part of the cascade (SVG 2 §6.6): those to which text and its
/// inheritance refer, and all that have variables. The program that draws an element reads all others itself, because
/// drawings have many of them.
struct SVGHints {
  private enum Kind { case none, language, always, ifVariable }

  /// The kinds of attributes, by atom.
  private let kinds: [Kind]

  /// Attributes that are always hints.
  static let cascaded = [
    "color", "direction", "display", "font-family", "font-size", "font-stretch", "font-style", "font-variant",
    "font-weight", "image-rendering", "letter-spacing", "text-orientation", "visibility", "word-spacing",
    "writing-mode",
  ]

  /// Further properties whose values may have variables.
  private static let others = [
    "clip-path", "height", "mask", "opacity", "text-decoration", "width",
  ]

  init(_ names: NameTable) {
    var kinds = [Kind](repeating: .none, count: names.count)
    func set(_ kind: Kind, _ list: some Sequence<String>) {
      for name in list {
        if let atom = names.find(name) { kinds[Int(atom.index)] = kind }
      }
    }
    set(.ifVariable, SVGProperties.names)
    set(.ifVariable, Self.others)
    set(.always, Self.cascaded)
    // Those of all elements, which have declarations of their own.
    set(.language, ["dir", "lang", "xml:lang"])
    self.kinds = kinds
  }

  /// Whether an attribute of an SVG element is a hint.
  func contains(_ attribute: Attribute, in document: Document) -> Bool {
    switch kinds[Int(attribute.name.index)] {
    case .none, .language: false
    case .always: true
    case .ifVariable:
      attribute.value.count >= Self.shortestVariable && document.hasVariable(attribute.value)
    }
  }

  /// Whether any of the attributes of an SVG element is a hint, or its language or direction.
  func contains(anyOf attributes: Range<UInt32>, in document: Document) -> Bool {
    for index in Int(attributes.lowerBound)..<Int(attributes.upperBound) {
      switch kinds[Int(document.attributes[index].name.index)] {
      case .none: continue
      case .language, .always: return true
      case .ifVariable: if contains(document.attributes[index], in: document) { return true }
      }
    }
    return false
  }

  private static let shortestVariable = "var(--a)".utf8.count
}

extension Document {
  /// Whether a value contains `var(`.
  fileprivate func hasVariable(_ value: Range<UInt32>) -> Bool {
    var index = Int(value.lowerBound) + 3
    while index < Int(value.upperBound) {
      if bytes[index] == UInt8(ascii: "("), bytes[index - 1] | 0x20 == UInt8(ascii: "r"),
        bytes[index - 2] | 0x20 == UInt8(ascii: "a"), bytes[index - 3] | 0x20 == UInt8(ascii: "v")
      {
        return true
      }
      index += 1
    }
    return false
  }
}

extension HintBuilder {
  /// Declares the presentation attributes of an SVG element that are hints. A value that is not valid has no effect.
  mutating func presentationAttributes(_ hints: SVGHints) {
    for attribute in document.attributes(of: node) where hints.contains(attribute, in: document) {
      let bytes = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      declare(document.names[attribute.name], String(decoding: bytes, as: UTF8.self).trimmed)
    }
  }

  /// Declares a property with the text of its value. A number is a length in px (SVG 2 §4.2).
  private mutating func declare(_ name: String, _ value: String) {
    let isNumber = Self.lengths.contains(name) && value.utf8.last.map { 0x30...0x39 ~= $0 } == true
    let list = TokenList(ContiguousArray("\(name):\(value)\(isNumber ? "px" : "")".utf8))
    let all = 0..<list.tokens.count - 1
    // An attribute has one value, which cannot be important.
    guard DeclarationParser.endOfDeclaration(list, 0, all.upperBound) == all.upperBound else { return }
    var parser = DeclarationParser(sheet: SheetSource(list: list, name: "", base: ""), log: StyleDiagnosticLog())
    parser.parse(all)
    for declaration in parser.declarations where !declaration.isImportant { add(declaration) }
  }

  private static let lengths: Set<String> = ["font-size", "letter-spacing", "word-spacing"]
}
