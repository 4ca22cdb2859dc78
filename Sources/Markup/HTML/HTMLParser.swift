/// The HTML parsing algorithm (HTML 13.2) over UTF-8, straight into a flat tree.
///
/// The tokenizer, the insertion modes and the list of active formatting elements share one value; each has its own
/// file. Scripting is off; frames are passed over; the contents of `template` are dropped, as they are not rendered.
struct HTMLParser {
  // The source.
  let input: [UInt8]
  let limits: Document.Limits
  var position = 0
  var line: UInt32 = 1
  var column: UInt16 = 1
  /// Newlines before here are in `line`.
  var lineCounted = 0
  /// Where that line begins.
  var lineStart = 0
  /// By where in `bytes` their values begin.
  var stylePlaces: [UInt32: (line: UInt32, column: UInt16)] = [:]
  var failure: MarkupError?

  // The current token.
  var contentModel = ContentModel.data
  var rawTextEnd = Atom.script
  var text = ContiguousArray<UInt8>()
  var tag = Tag()
  var tagAttributes = ContiguousArray<Attribute>()
  var scratch = ContiguousArray<UInt8>()

  // The tree under construction.
  var names = NameTable()
  var nodes = ContiguousArray<Node>()
  var lastChild = ContiguousArray<NodeID>()
  var attributes = ContiguousArray<Attribute>()
  var bytes = ContiguousArray<UInt8>()
  var isQuirky = false

  // The tree construction stage (13.2.4).
  var mode = InsertionMode.initial
  var originalMode = InsertionMode.initial
  var openElements = ContiguousArray<NodeID>()
  var formatting = ContiguousArray<NodeID>()
  var head = NodeID.none
  var form = NodeID.none
  var fosterParenting = false
  /// The root declares `svg:` as the prefix of SVG: an XHTML document in HTML's clothes, whose pictures would be lost.
  var hasSVGPrefix = false
  var ignoresNextNewline = false

  enum ContentModel { case data, rcdata, rawtext, plaintext }

  /// The insertion modes (13.2.4.1), without those of frames, `select` and `template`.
  enum InsertionMode {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
    case inTable, inCaption, inColumnGroup, inTableBody, inRow, inCell, afterBody
  }

  /// A start or end tag; its attributes are in `tagAttributes`.
  struct Tag {
    var name = Atom.html
    var isSelfClosing = false
  }

  init(_ input: [UInt8], limits: Document.Limits) {
    self.input = input
    self.limits = limits
    nodes.reserveCapacity(input.count / 16)
    lastChild.reserveCapacity(input.count / 16)
    bytes.reserveCapacity(input.count)
    _ = addNode(.document, name: .html, range: 0..<0)
  }

  mutating func parse() throws(MarkupError) -> Document {
    while failure == nil {
      switch nextToken() {
      case .text: processText()
      case .startTag: processStartTag()
      case .endTag: processEndTag()
      case .doctype(let quirky):
        if mode == .initial {
          isQuirky = quirky
          mode = .beforeHTML
        }
      case .end:
        finish()
        return try DocumentBuilder.flatten(self)
      }
    }
    throw failure ?? MarkupError(code: .malformed, message: "The document could not be read")
  }

  /// Brings `line` and `column` to a place at or behind the last one.
  mutating func countLines(to place: Int) {
    var index = lineCounted
    while index < place {
      if input[index] == 0x0A {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
    lineCounted = max(place, lineCounted)
    column = UInt16(clamping: place - lineStart + 1)
  }

  // MARK: - Nodes

  mutating func addNode(_ kind: Node.Kind, name: Atom, range: Range<UInt32>) -> NodeID {
    let id = NodeID(UInt32(nodes.count))
    if nodes.count >= limits.nodes {
      failure = MarkupError(code: .tooManyNodes, message: "More than \(limits.nodes) nodes", line: Int(line))
    }
    nodes.append(
      Node(
        kind: kind, namespace: .html, column: column, name: name, parent: .none, firstChild: .none, nextSibling: .none,
        previousSibling: .none, subtreeEnd: .none, range: range, line: line))
    lastChild.append(.none)
    return id
  }

  mutating func append(_ child: NodeID, to parent: NodeID) {
    let last = lastChild[Int(parent.index)]
    nodes[Int(child.index)].parent = parent
    nodes[Int(child.index)].previousSibling = last
    if last.isNone {
      nodes[Int(parent.index)].firstChild = child
    } else {
      nodes[Int(last.index)].nextSibling = child
    }
    lastChild[Int(parent.index)] = child
  }

  mutating func insert(_ child: NodeID, before reference: NodeID) {
    let parent = nodes[Int(reference.index)].parent
    let previous = nodes[Int(reference.index)].previousSibling
    nodes[Int(child.index)].parent = parent
    nodes[Int(child.index)].previousSibling = previous
    nodes[Int(child.index)].nextSibling = reference
    nodes[Int(reference.index)].previousSibling = child
    if previous.isNone {
      nodes[Int(parent.index)].firstChild = child
    } else {
      nodes[Int(previous.index)].nextSibling = child
    }
  }

  mutating func detach(_ child: NodeID) {
    let node = nodes[Int(child.index)]
    guard !node.parent.isNone else { return }
    if node.previousSibling.isNone {
      nodes[Int(node.parent.index)].firstChild = node.nextSibling
    } else {
      nodes[Int(node.previousSibling.index)].nextSibling = node.nextSibling
    }
    if node.nextSibling.isNone {
      lastChild[Int(node.parent.index)] = node.previousSibling
    } else {
      nodes[Int(node.nextSibling.index)].previousSibling = node.previousSibling
    }
    nodes[Int(child.index)].parent = .none
    nodes[Int(child.index)].nextSibling = .none
    nodes[Int(child.index)].previousSibling = .none
  }

  /// Where a new node goes: at the end of the parent, or before a node where tables throw content out (13.2.6.1).
  struct Place {
    var parent: NodeID
    var before: NodeID
  }

  func appropriatePlace(in target: NodeID? = nil) -> Place {
    let parent = target ?? current
    guard fosterParenting else { return Place(parent: parent, before: .none) }
    switch nodes[Int(parent.index)].name {
    case .table, .tbody, .tfoot, .thead, .tr: break
    default: return Place(parent: parent, before: .none)
    }
    guard let index = openElements.lastIndex(where: { isHTML($0, .table) }) else {
      return Place(parent: openElements.first ?? parent, before: .none)
    }
    let table = openElements[index]
    let tableParent = nodes[Int(table.index)].parent
    if !tableParent.isNone { return Place(parent: tableParent, before: table) }
    return Place(parent: index > 0 ? openElements[index - 1] : parent, before: .none)
  }

  mutating func place(_ node: NodeID, at place: Place) {
    if place.before.isNone { append(node, to: place.parent) } else { insert(node, before: place.before) }
  }

  func isHTML(_ id: NodeID, _ name: Atom) -> Bool {
    nodes[Int(id.index)].name == name && nodes[Int(id.index)].namespace == .html
  }

  /// The innermost open element; the document where none is open.
  var current: NodeID { openElements.last ?? Document.root }
  var currentName: Atom { nodes[Int(current.index)].name }
}
