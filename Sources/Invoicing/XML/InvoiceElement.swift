import CLibXML2

/// An element of an invoice in XML: its local name, attributes, text and child elements. Namespaces are dropped, because local names
/// are distinct in both syntaxes.
struct InvoiceElement: Sendable {
  let name: String
  let attributes: [String: String]
  /// The text directly in the element, as written.
  let rawText: String
  let children: [InvoiceElement]

  private static let setUp: Void = xmlInitParser()
  private static let depthLimit = 32
  static let byteLimit = 64 << 20

  /// - Throws: `malformed` for bytes that are not well-formed, that have a document type declaration (so that no entity can be
  ///   declared), or that are nested more than 32 levels deep; `tooLarge`.
  init(_ bytes: [UInt8]) throws(InvoiceXMLError) {
    _ = Self.setUp
    guard bytes.count <= Self.byteLimit else {
      throw InvoiceXMLError(.tooLarge, "the file has \(bytes.count) bytes; \(Self.byteLimit) are allowed")
    }
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_HUGE.rawValue
    let document = bytes.withUnsafeBytes {
      xmlReadMemory(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), nil, nil, Int32(options))
    }
    guard let document else { throw InvoiceXMLError(.malformed, "the file is not well-formed XML") }
    defer { xmlFreeDoc(document) }
    guard document.pointee.intSubset == nil, document.pointee.extSubset == nil else {
      throw InvoiceXMLError(.malformed, "the file has a document type declaration, which invoices do not have")
    }
    guard let root = xmlDocGetRootElement(document), let element = InvoiceElement(root, depth: 0) else {
      throw InvoiceXMLError(.malformed, "the file is nested more than \(Self.depthLimit) levels deep")
    }
    self = element
  }

  private init?(_ node: xmlNodePtr, depth: Int) {
    guard depth < Self.depthLimit else { return nil }
    var text = ""
    var children: [InvoiceElement] = []
    var next = node.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE:
        guard let element = InvoiceElement(child, depth: depth + 1) else { return nil }
        children.append(element)
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += Self.string(child.pointee.content)
      default: break
      }
      next = child.pointee.next
    }
    var attributes: [String: String] = [:]
    var attribute = node.pointee.properties
    while let current = attribute {
      attributes[Self.string(current.pointee.name)] = Self.string(current.pointee.children?.pointee.content)
      attribute = current.pointee.next
    }
    name = Self.string(node.pointee.name)
    rawText = text
    self.attributes = attributes
    self.children = children
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  // MARK: Access

  /// The text without white space around it; nil if that is empty.
  var text: String? {
    let trimmed = rawText.drop(while: \.isWhitespace)
    guard let end = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(trimmed[...end])
  }

  /// The first element at a path of local names.
  func first(_ path: String...) -> InvoiceElement? { first(path[...]) }

  /// The text of the first element at a path.
  func text(_ path: String...) -> String? { first(path[...])?.text }

  func all(_ name: String) -> [InvoiceElement] { children.filter { $0.name == name } }

  private func first(_ path: ArraySlice<String>) -> InvoiceElement? {
    guard let name = path.first else { return self }
    for child in children where child.name == name {
      if let found = child.first(path.dropFirst()) { return found }
    }
    return nil
  }
}

/// Why an invoice in XML could not be read.
package struct InvoiceXMLError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    case malformed, tooLarge
    /// Neither CII nor UBL.
    case unknownSyntax
  }
  package var code: Code
  package var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
