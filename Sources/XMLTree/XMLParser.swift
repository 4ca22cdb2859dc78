import CLibXML2

extension XMLElement {
  /// Parses a document with libxml2.
  ///
  /// Nothing is loaded, and parsing ends at a document type declaration, before an entity can be declared: expanding
  /// entities in entities takes memory and time that the size of the document does not limit.
  /// - Throws: `XMLError`.
  package init(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
    guard bytes.count <= limits.bytes else {
      throw XMLError(
        code: .tooLarge, message: "the document has \(bytes.count) bytes; \(limits.bytes) are allowed", line: 0)
    }
    self = try XMLParser(limits: limits).parse(bytes)
  }
}

/// A run of libxml2 that stops when a limit is exceeded.
private final class XMLParser {
  private let limits: XMLLimits
  private var nodes = 0
  private var refusal: XMLError?

  /// libxml2 is initialized once, before any thread uses it.
  private static let setUp: Void = xmlInitParser()

  init(limits: XMLLimits) {
    _ = Self.setUp
    self.limits = limits
  }

  func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    guard let context = xmlNewParserCtxt() else {
      throw XMLError(code: .tooLarge, message: "there is no memory for a parser", line: 0)
    }
    defer { xmlFreeParserCtxt(context) }
    context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.sax.pointee.internalSubset = { context, _, _, _ in
      XMLParser.stop(context, .documentType, "a document type declaration is not allowed")
    }
    context.pointee.sax.pointee.startElementNs = {
      context, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaulted, attributes in
      guard XMLParser.accepts(context, nodes: 1 + Int(attributeCount)) else { return }
      xmlSAX2StartElementNs(
        context, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaulted, attributes)
    }
    // The limits of libxml2 are lifted: ours apply.
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_HUGE.rawValue
    let document = bytes.withUnsafeBytes {
      xmlCtxtReadMemory(
        context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), nil, nil,
        Int32(options))
    }
    defer { if let document { xmlFreeDoc(document) } }
    if let refusal { throw refusal }
    guard let document, let root = xmlDocGetRootElement(document) else {
      let error = xmlCtxtGetLastError(context)
      throw XMLError(
        code: .malformed, message: "the document is not well-formed XML", line: Int(error?.pointee.line ?? 0))
    }
    return XMLElement(root)
  }

  private static func accepts(_ context: UnsafeMutableRawPointer?, nodes: Int) -> Bool {
    guard let parser = parser(context) else { return false }
    parser.nodes += nodes
    guard parser.nodes <= parser.limits.nodes else {
      stop(context, .tooLarge, "there are more than \(parser.limits.nodes) elements and attributes")
      return false
    }
    guard let depth = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.nodeNr,
      depth < parser.limits.depth
    else {
      stop(context, .tooLarge, "elements are nested more than \(parser.limits.depth) levels deep")
      return false
    }
    return true
  }

  private static func stop(_ context: UnsafeMutableRawPointer?, _ code: XMLError.Code, _ message: String) {
    guard let context, let parser = parser(context) else { return }
    let parserContext = context.assumingMemoryBound(to: xmlParserCtxt.self)
    let line = Int(xmlSAX2GetLineNumber(context))
    parser.refusal = parser.refusal ?? XMLError(code: code, message: message, line: line)
    xmlStopParser(parserContext)
  }

  private static func parser(_ context: UnsafeMutableRawPointer?) -> XMLParser? {
    context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private.map {
      Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

extension XMLElement {
  /// The recursion is as deep as the tree, which `XMLLimits.depth` limits.
  fileprivate init(_ node: xmlNodePtr) {
    var content = ""
    var children: [XMLElement] = []
    var next = node.pointee.children
    while let child = next {
      switch child.pointee.type {
      case XML_ELEMENT_NODE: children.append(XMLElement(child))
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: content += Self.string(child.pointee.content)
      default: break
      }
      next = child.pointee.next
    }
    var attributes: [Name: String] = [:]
    var attribute = node.pointee.properties
    while let current = attribute {
      attributes[Self.name(current.pointee.ns, current.pointee.name)] = Self.string(
        current.pointee.children?.pointee.content)
      attribute = current.pointee.next
    }
    self.init(
      name: Self.name(node.pointee.ns, node.pointee.name), attributes: attributes, content: content,
      children: children)
  }

  private static func name(_ namespace: xmlNsPtr?, _ local: UnsafePointer<xmlChar>?) -> Name {
    Name(namespace: string(namespace?.pointee.href), local: string(local))
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }
}
