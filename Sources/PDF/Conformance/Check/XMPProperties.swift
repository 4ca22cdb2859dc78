import XMLTree

/// The properties of an XMP packet (ISO 16684-1).
struct XMPProperties {
  /// The text of each simple property, and the texts of each array, by name.
  private(set) var values: [XMLElement.Name: [String]] = [:]
  /// The properties that extension schemas describe, by namespace.
  private(set) var described: [String: Set<String>] = [:]

  init?(_ bytes: [UInt8]) {
    guard let root = try? XMLElement(bytes) else { return nil }
    let container = XMLElement.Name(namespace: Self.rdf, local: "RDF")
    guard let rdf = root.all(container).first else { return nil }
    for description in rdf.children {
      for (name, value) in description.attributes where name.namespace != Self.rdf && !name.namespace.isEmpty {
        values[name] = [value]
      }
      for property in description.children { values[property.name] = Self.values(property) }
      if let schemas = description.children.first(where: { $0.name.namespace == Self.extensions }) { describe(schemas) }
    }
  }

  /// The content of a simple property, or of the items of an array.
  private static func values(_ property: XMLElement) -> [String] {
    let items = property.all(XMLElement.Name(namespace: rdf, local: "li"))
    return items.isEmpty ? [property.content] : items.map(\.content)
  }

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let extensions = "http://www.aiim.org/pdfa/ns/extension/"
  private static let schema = "http://www.aiim.org/pdfa/ns/schema#"
  private static let property = "http://www.aiim.org/pdfa/ns/property#"

  private mutating func describe(_ schemas: XMLElement) {
    let namespaceName = XMLElement.Name(namespace: Self.schema, local: "namespaceURI")
    let propertyName = XMLElement.Name(namespace: Self.property, local: "name")
    // Each schema is one item of the bag; the items of its own sequence are further inside.
    let bag = schemas.children.first?.children ?? []
    for item in bag {
      guard let namespace = item.all(namespaceName).first?.content else { continue }
      described[namespace, default: []].formUnion(item.all(propertyName).map(\.content))
    }
  }

  func text(_ namespace: String, _ name: String) -> String? {
    values[XMLElement.Name(namespace: namespace, local: name)]?.first
  }
}
