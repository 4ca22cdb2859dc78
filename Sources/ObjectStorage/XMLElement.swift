import CLibXML2

/// An element of an answer of the storage: its local name, its text and its child elements. Namespaces and attributes are dropped,
/// because the protocol does not need them.
struct XMLElement: Hashable, Sendable {
  let name: String
  /// The text directly in the element.
  let text: String
  let children: [XMLElement]

  /// libxml2 is initialized once, before any thread uses it.
  private static let setUp: Void = xmlInitParser()
  private static let depthLimit = 16

  /// Parses a document of one root element. Nil if it is not well-formed, has a document type declaration (so that no entity can
  /// be declared), or is nested more than 16 levels deep.
  init?(_ bytes: [UInt8]) {
    _ = Self.setUp
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    let document = bytes.withUnsafeBytes {
      xmlReadMemory(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), nil, nil, Int32(options))
    }
    guard let document else { return nil }
    defer { xmlFreeDoc(document) }
    guard document.pointee.intSubset == nil, document.pointee.extSubset == nil,
      let root = xmlDocGetRootElement(document)
    else { return nil }
    self.init(root, depth: 0)
  }

  private init?(_ node: xmlNodePtr, depth: Int) {
    guard depth < Self.depthLimit else { return nil }
    var text = ""
    var children: [XMLElement] = []
    var next = node.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE:
        guard let element = XMLElement(child, depth: depth + 1) else { return nil }
        children.append(element)
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += Self.string(child.pointee.content)
      default: break
      }
      next = child.pointee.next
    }
    name = Self.string(node.pointee.name)
    self.text = text
    self.children = children
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// The text of the first child with this name.
  subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

  /// `text` as content of an element.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
