import CLibXML2

/// An element of an XMP packet (ISO 16684-1): its name with namespace, attributes, text and child elements.
struct XMPElement {
  struct Name: Hashable {
    var namespace, name: String
  }
  let name: Name
  let attributes: [Name: String]
  let text: String
  let children: [XMPElement]

  private static let setUp: Void = xmlInitParser()
  private static let depthLimit = 64

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// Nil for bytes that are not well-formed, that have a document type declaration, or that are nested too deeply.
  init?(_ bytes: [UInt8]) {
    _ = Self.setUp
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    let document = bytes.withUnsafeBytes {
      xmlReadMemory(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), nil, nil, Int32(options))
    }
    guard let document else { return nil }
    defer { xmlFreeDoc(document) }
    guard document.pointee.intSubset == nil, let root = xmlDocGetRootElement(document) else { return nil }
    self.init(root, depth: 0)
  }

  private init?(_ node: xmlNodePtr, depth: Int) {
    guard depth < Self.depthLimit else { return nil }
    var text = ""
    var children: [XMPElement] = []
    var next = node.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE:
        guard let element = XMPElement(child, depth: depth + 1) else { return nil }
        children.append(element)
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += Self.string(child.pointee.content)
      default: break
      }
      next = child.pointee.next
    }
    var attributes: [Name: String] = [:]
    var attribute = node.pointee.properties
    while let current = attribute {
      let name = Name(
        namespace: Self.string(current.pointee.ns?.pointee.href), name: Self.string(current.pointee.name))
      attributes[name] = Self.string(current.pointee.children?.pointee.content)
      attribute = current.pointee.next
    }
    name = Name(namespace: Self.string(node.pointee.ns?.pointee.href), name: Self.string(node.pointee.name))
    self.text = text
    self.attributes = attributes
    self.children = children
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// The elements with this name in the subtree.
  func all(_ wanted: Name) -> [XMPElement] {
    (name == wanted ? [self] : []) + children.flatMap { $0.all(wanted) }
  }

  /// The text of a simple property, or of the items of an array.
  var values: [String] {
    let items = all(Name(namespace: Self.rdf, name: "li"))
    return items.isEmpty ? [text] : items.map(\.text)
  }
}

/// The properties of an XMP packet.
struct XMPProperties {
  /// By name, the text of a simple property, or the texts of an array.
  private(set) var values: [XMPElement.Name: [String]] = [:]
  /// By namespace, the properties that extension schemas describe.
  private(set) var described: [String: Set<String>] = [:]

  init?(_ bytes: [UInt8]) {
    guard let root = XMPElement(bytes) else { return nil }
    let container = XMPElement.Name(namespace: XMPElement.rdf, name: "RDF")
    guard let rdf = root.all(container).first else { return nil }
    for description in rdf.children {
      for (name, value) in description.attributes where name.namespace != XMPElement.rdf && !name.namespace.isEmpty {
        values[name] = [value]
      }
      for property in description.children { values[property.name] = property.values }
      if let schemas = description.children.first(where: { $0.name.namespace == Self.extensions }) { describe(schemas) }
    }
  }

  static let extensions = "http://www.aiim.org/pdfa/ns/extension/"
  private static let schema = "http://www.aiim.org/pdfa/ns/schema#"
  private static let property = "http://www.aiim.org/pdfa/ns/property#"

  private mutating func describe(_ schemas: XMPElement) {
    let namespaceName = XMPElement.Name(namespace: Self.schema, name: "namespaceURI")
    let propertyName = XMPElement.Name(namespace: Self.property, name: "name")
    // Each schema is one item of the bag; the items of its own sequence are further inside.
    let bag = schemas.children.first?.children ?? []
    for item in bag {
      guard let namespace = item.all(namespaceName).first?.text else { continue }
      described[namespace, default: []].formUnion(item.all(propertyName).map(\.text))
    }
  }

  func text(_ namespace: String, _ name: String) -> String? {
    values[XMPElement.Name(namespace: namespace, name: name)]?.first
  }
}
