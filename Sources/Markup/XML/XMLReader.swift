import CLibXML2

/// Reads XML with libxml2's SAX2 interface into linked nodes.
///
/// It loads nothing from the network and no external subset, and resolves the entities of XML and HTML only; entities
/// that a document declares are left out.
final class XMLReader {
  private let limits: Document.Limits
  fileprivate(set) var nodes: ContiguousArray<Node> = []
  /// The links of each node of `nodes`.
  private(set) var links: ContiguousArray<TreeLinks> = []
  fileprivate(set) var attributes: ContiguousArray<Attribute> = []
  fileprivate(set) var bytes: ContiguousArray<UInt8> = []
  fileprivate(set) var names = NameTable()
  /// See `Document`.
  fileprivate(set) var hasHiddenContent = false
  private var open: [NodeID] = [Document.root]
  private var failure: MarkupError?
  private var context: xmlParserCtxtPtr?

  /// libxml2 is initialized once, before any thread uses it.
  private static let setUp: Void = xmlInitParser()

  init(limits: Document.Limits) {
    self.limits = limits
    _ = Self.setUp
    nodes.append(
      Node(
        kind: .document, namespace: .other, name: Atom(0), parent: .none, previousSibling: .none, subtreeEnd: .none,
        range: 0..<0, line: 0))
    links.append(TreeLinks())
  }

  /// - Throws: `MarkupError` with the line if the source is not well-formed or exceeds a limit.
  func read(_ source: [UInt8]) throws(MarkupError) {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = startElement
    handler.endElementNs = endElement
    handler.characters = characters
    handler.cdataBlock = characters
    handler.reference = reference
    handler.entityDecl = entityDeclaration
    handler.processingInstruction = instruction
    // The error message is read from the context's last error; libxml2 does not print it.
    let context = source.withUnsafeBytes { buffer in
      xmlCreateMemoryParserCtxt(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
    }
    guard let context else { throw MarkupError(code: .malformed, message: "The document is empty.", line: 1) }
    defer { xmlFreeParserCtxt(context) }
    self.context = context
    withUnsafeMutablePointer(to: &handler) { handler in
      let own = context.pointee.sax
      context.pointee.sax = handler
      context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
      // Declared entities are never expanded: without a handler, libxml2 does not keep their declarations.
      let options =
        XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      xmlCtxtUseOptions(context, Int32(options))
      xmlParseDocument(context)
      context.pointee.sax = own
    }
    self.context = nil
    if let failure { throw failure }
    guard context.pointee.wellFormed != 0 else {
      let error = xmlCtxtGetLastError(context)
      let message = error?.pointee.message.map { String(cString: $0) } ?? "not well-formed"
      throw MarkupError(
        code: .malformed,
        message: "The XML is not well-formed: " + message.split(whereSeparator: \.isNewline).joined(separator: " "),
        line: error.map { Int($0.pointee.line) })
    }
  }

  // MARK: - Events

  fileprivate func start(
    _ name: String, namespace: String?, attributes found: [(name: String, value: UnsafeBufferPointer<UInt8>)]
  ) {
    guard failure == nil else { return }
    guard open.count <= limits.depth else {
      return stop(.tooDeep, "Elements are nested deeper than \(limits.depth).")
    }
    let start = UInt32(attributes.count)
    for (name, value) in found {
      let from = UInt32(bytes.count)
      bytes.append(contentsOf: value)
      attributes.append(Attribute(name: names.intern(name), value: from..<UInt32(bytes.count)))
    }
    let kind: Node.Namespace =
      switch namespace {
      case "http://www.w3.org/1999/xhtml": .html
      case "http://www.w3.org/2000/svg": .svg
      case "http://www.w3.org/1998/Math/MathML": .mathML
      default: .other
      }
    add(.element, name: names.intern(name), namespace: kind, range: start..<UInt32(attributes.count))
    open.append(NodeID(UInt32(nodes.count - 1)))
  }

  fileprivate func end() {
    guard failure == nil, open.count > 1 else { return }
    open.removeLast()
  }

  fileprivate func text(_ characters: UnsafeBufferPointer<UInt8>) {
    guard failure == nil, open.count > 1, !characters.isEmpty else { return }
    let last = links[Int(open[open.count - 1].index)].lastChild
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: characters)
    if !last.isNone, nodes[Int(last.index)].kind == .text, nodes[Int(last.index)].range.upperBound == start {
      nodes[Int(last.index)].range = nodes[Int(last.index)].range.lowerBound..<UInt32(bytes.count)
      return
    }
    add(.text, name: Atom(0), namespace: .other, range: start..<UInt32(bytes.count))
  }

  private func add(_ kind: Node.Kind, name: Atom, namespace: Node.Namespace, range: Range<UInt32>) {
    guard nodes.count < limits.nodes else {
      return stop(.tooManyNodes, "The document has more than \(limits.nodes) nodes.")
    }
    let parent = open[open.count - 1]
    let previous = links[Int(parent.index)].lastChild
    let id = NodeID(UInt32(nodes.count))
    let line = UInt32(clamping: context.map { Int(xmlSAX2GetLineNumber($0)) } ?? 0)
    nodes.append(
      Node(
        kind: kind, namespace: namespace, name: name, parent: parent, previousSibling: previous,
        subtreeEnd: .none, range: range, line: line))
    links.append(TreeLinks())
    if previous.isNone { links[Int(parent.index)].firstChild = id } else { links[Int(previous.index)].nextSibling = id }
    links[Int(parent.index)].lastChild = id
  }

  private func stop(_ code: MarkupError.Code, _ message: String) {
    failure = MarkupError(code: code, message: message, line: context.map { Int(xmlSAX2GetLineNumber($0)) })
    if let context { xmlStopParser(context) }
  }
}

// MARK: - Callbacks

private func reader(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
  pointer.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
}

private func string(_ pointer: UnsafePointer<UInt8>?) -> String? { pointer.map { String(cString: $0) } }

/// Attributes are groups of five pointers: name, prefix, namespace, start and end of the value.
private let startElement: startElementNsSAX2Func = { context, name, _, namespace, _, _, count, _, values in
  guard let reader = reader(context), let name = string(name) else { return }
  var attributes: [(name: String, value: UnsafeBufferPointer<UInt8>)] = []
  for index in 0..<Int(count) {
    guard let values, let local = string(values[index * 5]), let from = values[index * 5 + 3],
      let to = values[index * 5 + 4]
    else {
      continue
    }
    var prefix = string(values[index * 5 + 1])
    // Other code knows the attributes of XLink by its usual prefix.
    if prefix != nil, string(values[index * 5 + 2]) == "http://www.w3.org/1999/xlink" { prefix = "xlink" }
    attributes.append((prefix.map { "\($0):\(local)" } ?? local, UnsafeBufferPointer(start: from, count: to - from)))
  }
  reader.start(name, namespace: string(namespace), attributes: attributes)
}

private let endElement: endElementNsSAX2Func = { context, _, _, _ in reader(context)?.end() }

private let characters: charactersSAXFunc = { context, text, length in
  reader(context)?.text(UnsafeBufferPointer(start: text, count: Int(max(0, length))))
}

/// A reference to an entity of HTML's DTD, such as `&nbsp;`.
private let reference: referenceSAXFunc = { context, name in
  guard let entity = htmlEntityLookup(name), let scalar = Unicode.Scalar(entity.pointee.value) else { return }
  Array(String(Character(scalar)).utf8).withUnsafeBufferPointer { reader(context)?.text($0) }
}

/// An entity that is declared is not kept.
private let entityDeclaration: entityDeclSAXFunc = { context, _, _, _, _, content in
  let isAddress = string(UnsafePointer(content)).map { $0.hasPrefix("http") && !$0.contains("<") } ?? false
  if !isAddress { reader(context)?.hasHiddenContent = true }
}

/// A style sheet in a `data:` URL, whose letters may be character references. Other programs load no other addresses.
private let instruction: processingInstructionSAXFunc = { context, target, data in
  guard string(target) == "xml-stylesheet", let data = string(data)?.lowercased() else { return }
  if data.contains("data:") || data.contains("&") { reader(context)?.hasHiddenContent = true }
}
