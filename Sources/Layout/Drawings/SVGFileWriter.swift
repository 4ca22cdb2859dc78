import Markup
import Style

/// Serializes SVG elements of an HTML document as a file.
struct SVGFileWriter {
  private(set) var file: [UInt8] = []
  /// The bytes of declarations. A file with more is not written: style sheets may set a long value on many elements.
  private var declaredBytes = 0
  private static let mostDeclaredBytes = 16 << 20
  private var attributeNames: [Atom: [UInt8]?] = [:]
  private let declarations: [NodeID: String]
  private let images: [NodeID: String]

  /// - Parameters:
  ///   - declarations: what style sheets set on the elements, as declarations of a `style` attribute.
  ///   - images: the files of `image` elements, as `data:` URLs.
  init(_ declarations: [NodeID: String], _ images: [NodeID: String] = [:]) {
    (self.declarations, self.images) = (declarations, images)
  }

  /// Writes the start of the tag of the root, without its end.
  mutating func begin() {
    write("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
  }

  /// Writes elements that are drawn only where others refer to them.
  mutating func writeDefinitions(_ definitions: [NodeID], _ document: Document) {
    if definitions.isEmpty { return }
    write("<defs>")
    for definition in definitions {
      write(definition.index..<document[definition].subtreeEnd.index, document)
    }
    write("</defs>")
  }

  /// Writes the nodes of whole subtrees.
  mutating func write(_ nodes: Range<UInt32>, _ document: Document) {
    var open: [NodeID] = []
    var next = nodes.lowerBound
    while next < nodes.upperBound, declaredBytes <= Self.mostDeclaredBytes {
      let node = NodeID(next)
      next += 1
      while let last = open.last, document[last].subtreeEnd.index <= node.index { close(open.removeLast(), document) }
      switch document[node].kind {
      case .text: writeEscaped(document.text(node))
      case .element:
        guard Self.isName(document.name(node)) else { continue }
        // The rules are in `declarations`, and the contents of `foreignObject` are boxes.
        if document[node].name == .style || document[node].name == .foreignObject || document.showsForeignObject(node) {
          next = document[node].subtreeEnd.index
          continue
        }
        write("<")
        write(document.name(node))
        writeAttributes(of: node, document, except: [])
        write(">")
        open.append(node)
      case .document: break
      }
    }
    while let last = open.popLast() { close(last, document) }
    if declaredBytes > Self.mostDeclaredBytes { file = [] }
  }

  static let fontAttributes = ["font-family", "font-size", "font-weight", "font-style"]

  /// Writes the font of the root.
  mutating func write(_ font: FontStyle) {
    let slant =
      switch font.slant {
      case .normal: "normal"
      case .italic, .oblique: "italic"
      }
    let values = [font.families.joined(separator: ","), "\(font.size)px", "\(font.weight)", slant]
    for (name, value) in zip(Self.fontAttributes, values) {
      write(" \(name)=\"")
      writeEscaped(ContiguousArray(value.utf8)[...])
      write("\"")
    }
  }

  private mutating func close(_ node: NodeID, _ document: Document) { write("</" + document.name(node) + ">") }

  mutating func writeAttributes(
    of node: NodeID, _ document: Document, except left: Set<String>, isBox: Bool = false
  ) {
    let own = document.attribute(node, .style).map { isBox ? Self.withoutBoxProperties($0) : $0 }
    let style = [own, declarations[node]].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ";")
    declaredBytes += declarations[node]?.utf8.count ?? 0
    for attribute in document.attributes(of: node) {
      if attribute.name == .style { continue }
      guard let name = nameOfAttribute(attribute.name, document) else { continue }
      if !left.isEmpty, left.contains(document.names[attribute.name]) { continue }
      file += name
      if let image = images[node], ["href", "xlink:href"].contains(document.names[attribute.name]) {
        write(image + "\"")
        continue
      }
      writeEscaped(document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)])
      file.append(UInt8(ascii: "\""))
    }
    guard !style.isEmpty else { return }
    write(" style=\"")
    writeEscaped(ContiguousArray(style.utf8)[...])
    write("\"")
  }

  /// The declarations of a `style` attribute without those that apply to the box of the drawing, or are computed for
  /// it, as far as they do not refer to elements of the drawing.
  private static func withoutBoxProperties(_ style: String) -> String {
    style.split(separator: ";").filter { declaration in
      let name = declaration.prefix { $0 != ":" }.filter { !$0.isWhitespace }.lowercased()
      return declaration.contains("url(") || !boxProperties.contains(name)
    }.joined(separator: ";")
  }

  private static let boxProperties: Set<String> = [
    "opacity", "transform", "transform-origin", "filter", "mask", "clip-path", "mix-blend-mode", "isolation", "color",
    "font", "font-family", "font-size", "font-weight", "font-style", "visibility", "display", "overflow", "width",
    "height",
  ]

  /// The start of an attribute, ` name="`; nil if the attribute is left out.
  private mutating func nameOfAttribute(_ name: Atom, _ document: Document) -> [UInt8]? {
    if let known = attributeNames[name] { return known }
    let text = document.names[name]
    let start = text.hasPrefix("xmlns") || !Self.isName(text) ? nil : Array(" \(text)=\"".utf8)
    attributeNames[name] = .some(start)
    return start
  }

  /// HTML allows characters in names that XML does not.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
      return false
    }
    let isKnownPrefix = !name.utf8.contains(UInt8(ascii: ":")) || name.hasPrefix("xlink:") || name.hasPrefix("xml:")
    return isKnownPrefix
      && name.utf8.allSatisfy { byte in
        byte >= 0x80 || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
          || 0x30...0x3A ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"")
  }

  mutating func write(_ text: String) { file += text.utf8 }

  private mutating func writeEscaped(_ bytes: ContiguousArray<UInt8>.SubSequence) {
    guard bytes.contains(where: Self.needsEscape) else {
      file += bytes
      return
    }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "\""): write("&quot;")
      // Control characters are not allowed in XML, even escaped.
      case 0..<0x20 where byte != 9 && byte != 10 && byte != 13: break
      default: file.append(byte)
      }
    }
  }
}
