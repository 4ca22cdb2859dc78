/// An element of an XML document, as a value: its name, attributes, text and child elements. Comments and processing
/// instructions are dropped.
package struct XMLElement: Hashable, Sendable {
  /// A name with its namespace, which is empty for names without one.
  package struct Name: Hashable, Sendable {
    package var namespace: String
    package var local: String

    package init(namespace: String, local: String) {
      self.namespace = namespace
      self.local = local
    }
  }

  package let name: Name
  package let attributes: [Name: String]
  /// The text directly in the element, as written.
  package let content: String
  package let children: [XMLElement]

  /// The content of the first child with this local name, in any namespace.
  package subscript(_ local: String) -> String? { children.first { $0.name.local == local }?.content }

  /// The value of the attribute with this local name and no namespace.
  package func attribute(_ local: String) -> String? { attributes[Name(namespace: "", local: local)] }

  /// The elements with this name in the tree, this one included.
  package func all(_ wanted: Name) -> [XMLElement] {
    (name == wanted ? [self] : []) + children.flatMap { $0.all(wanted) }
  }
}
