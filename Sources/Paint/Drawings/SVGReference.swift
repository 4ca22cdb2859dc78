import Layout
import Markup

/// A reference of an SVG element to another one whose content is drawn for it (SVG 2 §5.1).
struct SVGReference {
  let node: NodeID
  let target: NodeID
  /// How often the content is drawn at most: a marker is drawn at each vertex.
  let times: Double

  /// The references of all elements and style sheets of a file in document order; nil if there are too many.
  static func all(in markup: Document) -> [SVGReference]? {
    var finder = SVGReferenceFinder(markup)
    for node in markup.nodes(in: markup.documentElement) where !finder.hasTooMany {
      finder.addReferences(of: node)
    }
    return finder.hasTooMany ? nil : finder.references.sorted { $0.node.index < $1.node.index }
  }
}

private struct SVGReferenceFinder {
  private typealias Bytes = ContiguousArray<UInt8>.SubSequence

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
    if markup[node].kind == .text, markup.name(markup[node].parent) == "style" { addRules(markup.text(node)) }
    for attribute in markup.attributes(of: node) {
      let value = markup.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      switch markup.names[attribute.name] {
      case "href", "xlink:href":
        guard value.first == UInt8(ascii: "#"), SVGAddresses.drawsTarget(markup.name(node)) else { continue }
        add([String(decoding: value.dropFirst(), as: UTF8.self)], to: node)
      case let name:
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
  private mutating func addRules(_ sheet: Bytes) {
    for rule in sheet.split(separator: UInt8(ascii: "}")) {
      guard let brace = rule.firstIndex(of: UInt8(ascii: "{")) else { continue }
      // Each step of the loops below adds a reference, so that the limit of their number is also that of the steps.
      let referred = SVGAddresses.identifiers(in: rule[brace...]).compactMap { targets[$0] }
      guard !referred.isEmpty else { continue }
      let isMarker = Self.setsMarker(rule[brace...])
      let isGeneral = rule[..<brace].contains { "*[:".utf8.contains($0) }
      for word in isGeneral ? [""] : Self.words(in: rule[..<brace]) {
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
      let classes = markup.attribute(node, .class)?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
      for word in ["", markup.name(node), markup.attribute(node, .id) ?? ""] + classes {
        elements[word, default: []].append(node)
      }
    }
    return elements
  }

  private static func words(in selector: Bytes) -> [String] {
    selector.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: false
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): false
      default: true
      }
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}
