import Layout
import Markup
import Style

/// A reference of an SVG element to another one whose content is drawn for it (SVG 2 §5.1).
struct SVGReference {
  let node: NodeID
  let target: NodeID
  /// How often the content is drawn at most: a marker is drawn at each vertex.
  let times: Double

  /// The references of all elements and style sheets of a file in document order; nil if there are too many.
  static func all(in markup: Document, _ declarations: SVGDeclarations) -> [SVGReference]? {
    var finder = SVGReferenceFinder(markup)
    for sheet in declarations.sheets { finder.addRules(sheet) }
    for node in markup.nodes(in: markup.documentElement) where !finder.hasTooMany {
      finder.addReferences(of: node)
    }
    return finder.hasTooMany ? nil : finder.references.sorted { $0.node.index < $1.node.index }
  }
}

private struct SVGReferenceFinder {
  private typealias Bytes = SVGDeclarations.Bytes

  private let markup: Document
  private let targets: [String: NodeID]
  private(set) var references: [SVGReference] = []
  /// The bytes of all nodes before each node.
  private var sizes: [Int] = [0]
  /// Elements by the words with which selectors match them: names, classes and identifiers.
  private lazy var elementsByWord = makeElementsByWord()

  var hasTooMany: Bool { references.count > 1_000_000 }

  init(_ markup: Document) {
    self.markup = markup
    targets = markup.identifiers(in: markup.documentElement)
    for index in markup.nodes.indices { sizes.append(sizes[index] + markup.ownSize(of: NodeID(UInt32(index)))) }
  }

  mutating func addReferences(of node: NodeID) {
    for attribute in markup.attributes(of: node) {
      let value = markup.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      guard value.contains(UInt8(ascii: "#")) || value.contains(UInt8(ascii: "\\")) else { continue }
      switch markup.names[attribute.name] {
      case "href", "xlink:href":
        guard SVGAddresses.drawsTarget(markup.name(node)), let mark = value.firstIndex(of: UInt8(ascii: "#")) else {
          continue
        }
        add([String(decoding: value[(mark + 1)...].prefix { $0 > 0x20 }, as: UTF8.self)], to: node)
      case let name:
        let value = name == "style" ? CanonicalCSS.text(value)[...] : CanonicalCSS.value(value)
        add(SVGAddresses.identifiers(in: value), to: node, isMarker: name.hasPrefix("marker") || Self.setsMarker(value))
      }
    }
  }

  private mutating func add(_ ids: [String], to node: NodeID, isMarker: Bool = false) {
    add(ids.compactMap { targets[$0] }, to: node, isMarker: isMarker)
  }

  private mutating func add(_ referred: [NodeID], to node: NodeID, isMarker: Bool) {
    let times = isMarker ? max(1, vertices(in: node)) : 1
    for target in referred where !hasTooMany {
      references.append(SVGReference(node: node, target: target, times: times))
    }
  }

  /// The largest possible number of vertices in an element, each of which has at least four bytes, such as `9 9 `.
  private func vertices(in node: NodeID) -> Double {
    Double(sizes[Int(markup[node].subtreeEnd.index)] - sizes[Int(node.index)]) / 4
  }

  private static func setsMarker(_ value: Bytes) -> Bool { value.firstRange(of: "marker".utf8) != nil }

  /// Adds the references of a style sheet to the elements that may match. Of selectors, only the words are read, so
  /// these are more elements than in the cascade.
  mutating func addRules(_ sheet: ContiguousArray<UInt8>) {
    for (selector, body) in SVGDeclarations.rules(of: sheet) {
      // Each step of the loops below adds a reference, so that the limit of their number is also that of the steps.
      let referred = SVGAddresses.identifiers(in: body).compactMap { targets[$0] }
      guard !referred.isEmpty else { continue }
      let isMarker = Self.setsMarker(body)
      for word in SVGDeclarations.words(in: selector) {
        for node in elementsByWord[word] ?? [] {
          if hasTooMany { return }
          add(referred, to: node, isMarker: isMarker)
        }
      }
    }
  }

  /// All elements have the empty word.
  private func makeElementsByWord() -> [String: [NodeID]] {
    var elements: [String: [NodeID]] = [:]
    for node in markup.nodes(in: markup.documentElement) where markup[node].kind == .element {
      for word in markup.selectorWords(of: node) { elements[word, default: []].append(node) }
    }
    return elements
  }
}
