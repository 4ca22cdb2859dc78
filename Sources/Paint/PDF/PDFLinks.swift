import Diagnostics
import Layout
import Resources

/// Links and the named places they lead to (ISO 32000-1 §12.5.6.5, §12.3.2).
struct PDFLinks {
  private let document: LaidOutDocument
  private(set) var warnings: [PaintWarning] = []

  init(_ document: LaidOutDocument) { self.document = document }

  /// Adds a link annotation for each area on each page.
  /// - Parameter tree: the structure that links have a place in, if there is one.
  mutating func addAnnotations(to file: inout PDFAssembly, _ tree: inout StructureTree?) {
    for page in document.pages.indices where !document.pages[page].links.isEmpty {
      let height = document.pages[page].size.height
      var annotations: [String] = []
      for link in document.pages[page].links {
        guard let action = action(link.target, page: page, place: link.place) else { continue }
        let rect = [link.frame.x, height - link.frame.maxY, link.frame.maxX, height - link.frame.y]
        let number = file.reserve()
        let key = tree?.add(annotation: number, page: page, node: link.node, pageCount: document.pages.count)
        let place = key.map { " /StructParent \($0)" } ?? ""
        file.set(
          number,
          "<< /Type /Annot /Subtype /Link /Rect [\(PDFPoint.list(rect))] /Border [0 0 0] /F 4\(place) \(action) >>")
        annotations.append("\(number) 0 R")
      }
      if !annotations.isEmpty { file.extendPage(page, "/Annots [\(annotations.joined(separator: " "))]") }
    }
  }

  /// Nil, with a warning, for what may not or cannot be linked to.
  private mutating func action(_ target: String, page: Int, place: SourceLocation) -> String? {
    if target.utf8.first == UInt8(ascii: "#") {
      let name = String(target.dropFirst())
      if document.destinations[name].map({ document.pages.indices.contains($0.page) }) == true {
        return "/Dest \(PDFSyntax.bytes(name.utf8))"
      }
      warn("The link to '\(target.prefix(80))' leads nowhere in the document.", page, place)
      return nil
    }
    guard let colon = target.firstIndex(of: ":"), Self.schemes.contains(target[..<colon].lowercased()) else {
      warn("The link to '\(target.prefix(80))' was left out: only web, mail and telephone links are kept.", page, place)
      return nil
    }
    return "/A << /S /URI /URI \(PDFSyntax.bytes(Self.ascii(target))) >>"
  }

  /// A link that lines or pages break is told of once.
  private mutating func warn(_ message: String, _ page: Int, _ place: SourceLocation) {
    if place.line > 0, let last = warnings.last, last.message == message, last.place == place { return }
    warnings.append(PaintWarning(message: message, page: page, place: place))
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// URIs in PDF are 7-bit (§12.6.4.7): all else is percent-encoded as UTF-8, and so is what RFC 3986 does not allow.
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

  /// The catalog's entries for named destinations: a name tree of one node, sorted by bytes (§7.9.6).
  func catalogEntries(_ file: inout PDFAssembly) -> String {
    let known = document.destinations.filter { document.pages.indices.contains($0.value.page) }
    guard !known.isEmpty else { return "" }
    let names = known.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, destination in
      "\(PDFSyntax.bytes(name.utf8)) \(PDFPoint.destination(destination, document, file))"
    }
    let tree = file.add("<< /Names [\(names.joined(separator: "\n"))] >>")
    return " /Names << /Dests \(tree) 0 R >>"
  }
}

/// Places on pages in points, y upwards.
enum PDFPoint {
  static let perPx = 0.75

  static func list(_ px: [Double]) -> String { px.map { PDFSyntax.number($0 * perPx) }.joined(separator: " ") }

  /// The page must be one of the document's.
  static func destination(_ destination: Destination, _ document: LaidOutDocument, _ file: PDFAssembly) -> String {
    let height = document.pages[destination.page].size.height
    let place = list([destination.point.x, height - destination.point.y])
    return "[\(file.pages[destination.page]) 0 R /XYZ \(place) 0]"
  }
}
