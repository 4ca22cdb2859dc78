import Diagnostics
import Layout
import Markup
import Style

/// Inline content: formatting of runs, links, fields.
extension Converter {
  /// Adds the content of lines to a paragraph, and places its footnotes and floats.
  func addContent(of lines: FlowLines, to paragraph: inout Paragraph, _ context: BlockContext) throws(WordError) {
    let isPlain = context.base != .footnote && context.base != .header && context.base != .footer
    var writer = InlineWriter(self, firstFootnote: footnotes.count + 1, allowsFootnotes: isPlain)
    let outer = RunFormat(role: CharacterRole(), properties: paragraph.characters)
    writer.add(lines, outer: outer, link: context.link)
    writer.trim()
    paragraph.content = writer.content
    paragraph.refersToPages = writer.refersToPages
    if writer.refersToPages { paragraph.referredLevel = bookmarkLevel(of: writer.referred) }
    if let leader = writer.leader {
      let edge = Units.twips(context.left + context.width)
      paragraph.properties.tabs = [.init(kind: "right", leader: leader, position: edge)]
    }
    for note in writer.footnotes { try addFootnote(note.body) }
    guard !writer.objects.isEmpty else { return }
    // Frames are anchored to the paragraph that follows them.
    let saved = pending
    pending = Pending()
    for object in writer.objects { try convert(object, context) }
    let space = pending.margin
    pending = saved
    pending.margin = max(pending.margin, space)
  }

  func bookmarkLevel(of node: NodeID) -> Int? {
    guard !node.isNone else { return nil }
    return self[document.styleOfNode[Int(node.index)]].content.bookmarkLevel.map { min(9, max(1, Int($0))) }
  }

  /// The formatting of text in an inline box or atomic inline.
  func format(of style: StyleID, node: NodeID, inside outer: RunFormat) -> RunFormat {
    var result = outer
    result.properties = characters(style)
    result.properties.border = outer.properties.border
    result.properties.shading = outer.properties.shading
    result.properties.rise = outer.properties.rise
    result.properties.position = outer.properties.position
    if self[style].paint.backgroundColor.alpha > 0 { result.properties.shading = self[style].paint.backgroundColor.hex }
    let borders = self[style].borders()
    // Word has borders around text only on all sides.
    if borders.top.isVisible, borders.bottom.isVisible, borders.left.isVisible, borders.right.isVisible {
      result.properties.border = borders.top
    }
    raise(&result.properties, style, outer: outer.properties)
    result.role.elements = role(of: node, inside: outer.role.elements)
    return result
  }

  private func raise(_ properties: inout RunProperties, _ style: StyleID, outer: RunProperties) {
    switch self[style].box.verticalAlign {
    case .sub: properties.position = .sub
    case .super: properties.position = .super
    case .length(let length):
      let rise = length.resolve(against: self[style].text.font.size) * 1.5
      // As much as Word accepts.
      properties.rise = Int(min(3_168, max(-3_168, Double(properties.rise) + rise.rounded())))
    default: break
    }
    // Word makes such text smaller itself.
    if properties.position != .baseline { properties.size = outer.size }
  }

  private func role(of node: NodeID, inside outer: String) -> String {
    let source = document.document
    guard !node.isNone, source[node].kind == .element else { return outer }
    var name = source.name(node)
    if !Self.meaningful.contains(name) { name = "" }
    if name == "a", !source.hasAttribute(node, .href) { name = "" }
    let classes = classes(of: node).split(separator: " ")
    let own = name + classes.map { "." + $0 }.joined()
    guard !own.isEmpty else { return outer }
    let all = outer.split(separator: " ").filter { $0 != own } + [own[...]]
    return all.suffix(3).joined(separator: " ")
  }

  /// Elements whose text has a style of its own.
  private static let meaningful: Set<String> = [
    "a", "strong", "b", "em", "i", "code", "tt", "kbd", "samp", "var", "cite", "dfn", "sub", "sup", "small", "big",
    "mark", "q", "del", "s", "strike", "ins", "u", "abbr", "time", "label",
  ]

  // MARK: - Links

  /// The target of a link. Nil, with a warning, if it may not or cannot be followed.
  func target(of address: String, at node: NodeID) -> LinkTarget? {
    if address.utf8.first == UInt8(ascii: "#") {
      // Links between footnotes and their calls are Word's own.
      if address.hasPrefix("#footnote ") { return nil }
      if let bookmark = bookmarks.index(ofName: String(address.dropFirst())) { return .bookmark(bookmark) }
      warn("link_without_destination", "The link to \(Quotation.of(address)) leads nowhere in the document.", node)
      return nil
    }
    guard let colon = address.firstIndex(of: ":"), Self.schemes.contains(address[..<colon].lowercased()),
      address.utf8.count <= 2_000
    else {
      warn(
        "link_not_allowed",
        "The link to \(Quotation.of(address)) was left out: only web, mail and telephone links of at most 2,000 bytes are kept.",
        node)
      return nil
    }
    return .address(Self.ascii(address))
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// Targets of relationships are URIs: other characters are percent-encoded (RFC 3986 §2.1).
  private static func ascii(_ address: String) -> String {
    var result = ""
    let digits = Array("0123456789ABCDEF")
    for byte in address.utf8 {
      if 0x21...0x7E ~= byte, !"\\\"<>^`{|}".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return result
  }

  // MARK: - Fields

  /// The field for a text that depends on pages; nil if it is plain text in Word.
  func instruction(for reference: FlowReference) -> String? {
    switch reference.item {
    case .counter("page", let style): "PAGE" + Self.fieldFormat(style)
    case .counter("pages", let style): "NUMPAGES" + Self.fieldFormat(style)
    case .targetCounter(_, "page", let style):
      bookmarks.index(of: reference.target).map { "PAGEREF \(bookmarks.names[$0]) \\h" + Self.fieldFormat(style) }
    default: nil
    }
  }

  /// The switch for a counter style (§17.16.4.3.1).
  static func fieldFormat(_ style: String) -> String {
    switch style {
    case "lower-roman": " \\* roman"
    case "upper-roman": " \\* ROMAN"
    case "lower-alpha", "lower-latin": " \\* alphabetic"
    case "upper-alpha", "upper-latin": " \\* ALPHABETIC"
    default: ""
    }
  }
}
