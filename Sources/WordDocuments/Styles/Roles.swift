/// The role of a paragraph in the document. Paragraphs of one role share a style.
struct ParagraphRole: Hashable {
  enum Base: Hashable {
    case normal, paragraph, listItem, listParagraph, tableText, tableHeading, tableParagraph, quote, code
    case caption, figureCaption
    case term, definition, rule, address, header, footer, footnote
    /// Almost invisible paragraphs, where Word needs one.
    case spacer
    /// A heading of a level from 1 to 6.
    case heading(Int)
    /// An entry of the table of contents, of a level from 1 to 9.
    case contents(Int)
  }
  var base: Base
  /// The class names of the element, separated by spaces.
  var classes = ""
}

/// The role of a run: the elements around it that have a meaning, from the outermost, separated by spaces; empty for
/// plain text.
struct CharacterRole: Hashable {
  var elements = ""
}

/// The class names of a table, separated by spaces.
struct TableRole: Hashable {
  var classes = ""
}

/// The names of a style in Word.
struct StyleName: Hashable {
  /// Letters and digits.
  var id: String
  var name: String
  /// Word knows the style by this name and translates it.
  var isBuiltIn = true
}

extension ParagraphRole.Base {
  var styleName: StyleName {
    switch self {
    case .normal: StyleName(id: "Normal", name: "Normal")
    case .paragraph: StyleName(id: "BodyText", name: "Body Text")
    case .listItem: StyleName(id: "ListParagraph", name: "List Paragraph")
    case .listParagraph: StyleName(id: "ListContinue", name: "List Continue")
    case .tableText: StyleName(id: "TableText", name: "Table Text", isBuiltIn: false)
    case .tableHeading: StyleName(id: "TableHeading", name: "Table Heading", isBuiltIn: false)
    case .tableParagraph: StyleName(id: "TableParagraph", name: "Table Paragraph", isBuiltIn: false)
    case .quote: StyleName(id: "Quote", name: "Quote")
    case .code: StyleName(id: "HTMLPreformatted", name: "HTML Preformatted")
    case .caption: StyleName(id: "Caption", name: "caption")
    case .figureCaption: StyleName(id: "FigureCaption", name: "Figure Caption", isBuiltIn: false)
    case .term: StyleName(id: "DefinitionTerm", name: "Definition Term", isBuiltIn: false)
    case .definition: StyleName(id: "Definition", name: "Definition", isBuiltIn: false)
    case .rule: StyleName(id: "HorizontalLine", name: "Horizontal Line", isBuiltIn: false)
    case .address: StyleName(id: "HTMLAddress", name: "HTML Address")
    case .header: StyleName(id: "Header", name: "header")
    case .footer: StyleName(id: "Footer", name: "footer")
    case .footnote: StyleName(id: "FootnoteText", name: "footnote text")
    case .spacer: StyleName(id: "Spacer", name: "Spacer", isBuiltIn: false)
    case .heading(let level): StyleName(id: "Heading\(level)", name: "heading \(level)")
    case .contents(let level): StyleName(id: "TOC\(level)", name: "toc \(level)")
    }
  }

  /// Order in Word's list of styles (`w:uiPriority`).
  var priority: Int {
    switch self {
    case .normal: 0
    case .heading: 9
    case .quote: 29
    case .listItem: 34
    case .caption: 35
    case .contents: 39
    default: 99
    }
  }

  /// The style of the paragraph that follows when a person presses Enter at the end; nil for the same style.
  var next: ParagraphRole.Base? {
    switch self {
    case .heading, .caption, .rule: .paragraph
    case .term: .definition
    default: nil
    }
  }
}

extension CharacterRole {
  /// The styles that Word has for elements of HTML.
  private static let builtIn: [String: StyleName] = [
    "strong": StyleName(id: "Strong", name: "Strong"), "b": StyleName(id: "Strong", name: "Strong"),
    "em": StyleName(id: "Emphasis", name: "Emphasis"), "i": StyleName(id: "Emphasis", name: "Emphasis"),
    "a": StyleName(id: "Hyperlink", name: "Hyperlink"), "code": StyleName(id: "HTMLCode", name: "HTML Code"),
    "tt": StyleName(id: "HTMLCode", name: "HTML Code"), "kbd": StyleName(id: "HTMLKeyboard", name: "HTML Keyboard"),
    "samp": StyleName(id: "HTMLSample", name: "HTML Sample"),
    "var": StyleName(id: "HTMLVariable", name: "HTML Variable"), "cite": StyleName(id: "HTMLCite", name: "HTML Cite"),
    "dfn": StyleName(id: "HTMLDefinition", name: "HTML Definition"),
    "footnote-call": StyleName(id: "FootnoteReference", name: "footnote reference"),
  ]
  private static let own: [String: String] = [
    "sub": "Subscript", "sup": "Superscript", "small": "Small", "big": "Big", "mark": "Marked", "q": "Quotation",
    "del": "Deleted", "s": "Struck", "strike": "Struck", "ins": "Inserted", "u": "Underlined", "abbr": "Abbreviation",
    "time": "Time", "label": "Label", "generated": "Generated Text", "footnote-marker": "Footnote Number",
  ]

  /// The name for a role, such as `Strong`, `HTML Code Price` or `Strong Emphasis`.
  var styleName: StyleName {
    if let name = Self.builtIn[elements] { return name }
    let words = elements.split(separator: " ").map { part -> String in
      let pieces = part.split(separator: ".").map(String.init)
      let element = part.hasPrefix(".") ? "" : pieces.first ?? ""
      let classes = part.hasPrefix(".") ? pieces[...] : pieces.dropFirst()
      let start = Self.builtIn[element]?.name ?? Self.own[element] ?? (element == "span" ? "" : element.titleCase)
      return ([start] + classes.map(\.titleCase)).filter { !$0.isEmpty }.joined(separator: " ")
    }
    return StyleName(own: words.filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension StyleName {
  /// A style that Word does not know. `name` is shown to people.
  init(own name: String) {
    let name = String(name.prefix(80))
    let id = name.unicodeScalars.filter { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
    self.init(id: id.isEmpty ? "Style" : String(String.UnicodeScalarView(id)), name: name, isBuiltIn: false)
  }

  /// The style for elements of certain classes.
  func with(classes: String) -> StyleName {
    let words = classes.split(separator: " ").map { String($0).titleCase }.joined(separator: " ")
    let start = name == "Normal" ? "" : name.prefix(1).uppercased() + name.dropFirst() + " "
    return StyleName(own: start + words)
  }
}

extension String {
  /// `total-row` as `Total Row`. Characters that style names do not allow are left out.
  var titleCase: String {
    let words = split { !$0.isLetter && !$0.isNumber }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
