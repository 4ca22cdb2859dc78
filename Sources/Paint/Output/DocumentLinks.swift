import Diagnostics
import Encodings
import Layout
import Markup
import PDF

/// The link annotations of a document's pages, and diagnostics of links that cannot be kept.
struct DocumentLinks {
  private let document: LaidOutDocument
  private let fileName: String
  private let structure: DocumentStructure?
  /// Elements whose links are those of the document, because their content is an artifact.
  private let artifacts: Set<UInt32>
  private let pointsPerPx: Double
  private(set) var diagnostics: [Diagnostic] = []
  /// The descriptions of links that were met already: a link has an area on each of its lines.
  private var descriptions: [DescribedLink: String] = [:]

  private struct DescribedLink: Hashable {
    var node: NodeID
    var isMarker: Bool
  }

  /// - Parameters:
  ///   - fileName: the name of the document's file; empty for none.
  ///   - structure: the document's structure if the PDF is tagged.
  ///   - artifacts: the elements whose content is an artifact.
  init(
    _ document: LaidOutDocument, fileName: String = "", structure: DocumentStructure?, artifacts: Set<UInt32>,
    pointsPerPx: Double
  ) {
    self.fileName = fileName
    self.artifacts = artifacts
    self.pointsPerPx = pointsPerPx
    self.document = document
    self.structure = structure
  }

  /// The page's links, without those that may not or cannot be followed.
  /// - Parameter drawn: those of its drawings.
  mutating func annotations(ofPage page: Int, drawn: [LinkArea]) -> [LinkAnnotation] {
    let height = document.pages[page].size.height
    var annotations: [LinkAnnotation] = []
    for link in document.pages[page].links + drawn {
      guard let target = target(link.target, page: page, at: link.place) else { continue }
      var element = structure.flatMap { owner(of: link, in: $0) }
      if let owner = element, artifacts.contains(owner) { element = nil }
      annotations.append(
        LinkAnnotation(
          rectangle: PDFRectangle(px: link.frame, pageHeight: height, pointsPerPx: pointsPerPx), target: target,
          element: element, description: description(of: link)))
    }
    return annotations
  }

  /// The element of a link, or the one that contains it.
  private func owner(of link: LinkArea, in structure: DocumentStructure) -> UInt32? {
    switch link.part {
    case .footnoteCall: structure.callLink(ofFootnote: link.node)
    case .footnoteMarker: structure.element(of: link.node).flatMap(structure.markerLink)
    case .content, .marker: structure.element(around: link.node, type: .link) ?? structure.element(of: link.node)
    }
  }

  /// The description of a link for its annotation; empty if the PDF is not tagged.
  private mutating func description(of link: LinkArea) -> String {
    guard let structure else { return "" }
    guard !link.node.isNone else { return link.target }
    let key = DescribedLink(node: link.node, isMarker: link.part == .footnoteMarker)
    if let known = descriptions[key] { return known }
    let text = description(of: link, in: structure.document)
    descriptions[key] = text
    return text
  }

  /// The link's title, or its text, or the texts of its pictures, or its target. That of a link back from a footnote is
  /// the text around its call.
  private func description(of link: LinkArea, in document: Document) -> String {
    if link.part == .footnoteMarker { return textBefore(link.node, in: document) ?? link.target }
    let inside = (link.node.index..<document[link.node].subtreeEnd.index).lazy.map { NodeID($0) }
    let pictures = inside.prefix(Self.mostNodes).compactMap { document.attribute($0, .alt) }
    for text in [document.attribute(link.node, .title) ?? "", document.textContent(link.node)] + pictures {
      let words = text.prefix(Self.mostCharacters).split(whereSeparator: \.isWhitespace)
      if !words.isEmpty { return words.joined(separator: " ") }
    }
    return link.target
  }

  /// The beginning of the text of a node's parent that precedes the node; the text of the node if there is none.
  private func textBefore(_ node: NodeID, in document: Document) -> String? {
    let around = document[node].parent
    var text = ""
    // Bounded, because each of thousands of notes in one paragraph has such a link.
    for index in (around.index..<node.index).prefix(Self.mostNodes) where text.utf8.count < Self.mostBytes {
      let whole = document.text(NodeID(index))
      var part = whole.prefix(Self.mostBytes)
      // A character of several bytes is not divided.
      while part.endIndex < whole.endIndex, whole[part.endIndex] & 0xC0 == 0x80 { part.removeLast() }
      text += String(decoding: part, as: UTF8.self)
    }
    if text.allSatisfy(\.isWhitespace) { text = document.textContent(node) }
    let words = text.prefix(Self.mostCharacters).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The most characters of a description, and the most bytes and nodes that are read for it.
  private static let mostCharacters = 1000
  private static let mostBytes = 4 * mostCharacters
  private static let mostNodes = 1000

  /// Returns nil, with a diagnostic, if the link is left out.
  private mutating func target(_ target: String, page: Int, at location: SourceLocation) -> LinkAnnotation.Target? {
    if let fragment = fragment(of: target) {
      if let place = place(of: fragment) { return place }
      report(
        "link_without_destination", "The link to \(Quotation.of(target)) leads nowhere in the document.", page, location
      )
      return nil
    }
    guard let colon = target.firstIndex(of: ":"), Self.schemes.contains(target[..<colon].lowercased()) else {
      report(
        "link_not_allowed",
        "The link to \(Quotation.of(target)) was left out: only web, mail and telephone links are kept.", page, location
      )
      return nil
    }
    return .uri(Self.ascii(target))
  }

  /// The fragment of an address of the document itself, without `#`; nil for other addresses.
  private func fragment(of target: String) -> String? {
    var rest = target[...]
    if !fileName.isEmpty, rest.hasPrefix(fileName) { rest = rest.dropFirst(fileName.count) }
    if rest.isEmpty { return target.isEmpty ? nil : "" }
    return rest.utf8.first == UInt8(ascii: "#") ? String(rest.dropFirst()) : nil
  }

  /// The place that a fragment indicates (HTML 7.4.6.4): an element, or the top of the document.
  private func place(of fragment: String) -> LinkAnnotation.Target? {
    for name in [fragment, PercentEncoding.decode(fragment[...]) ?? ""] {
      if let place = document.destinations[name], document.pages.indices.contains(place.page) {
        return .name(Array(name.utf8))
      }
    }
    guard fragment.isEmpty || fragment.lowercased() == "top", let first = document.pages.first else { return nil }
    return .place(PageDestination(page: 0, x: 0, y: first.size.height * pointsPerPx))
  }

  /// A link that is broken over lines or pages is reported once.
  private mutating func report(_ code: String, _ message: String, _ page: Int, _ location: SourceLocation) {
    let diagnostic = Diagnostic(code, message, page: page, at: location)
    if location.line > 0, diagnostics.last == diagnostic { return }
    diagnostics.append(diagnostic)
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// URIs in PDF are 7-bit (ISO 32000-1, 12.6.4.7). All other bytes of UTF-8, and characters that RFC 3986 does not
  /// allow, are percent-encoded.
  private static func ascii(_ target: String) -> [UInt8] {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in target.utf8 {
      if 0x21...0x7E ~= byte, !"\\\"<>^`{|}".utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }
}
