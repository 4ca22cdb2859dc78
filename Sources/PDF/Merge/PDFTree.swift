/// Reading of name trees and number trees (ISO 32000-1, 7.9.6, 7.9.7).
enum PDFTree {
  /// Entries of a name tree, in the tree's order.
  static func names(_ root: PDFObject, _ file: PDFFile) throws(PDFError) -> [(name: [UInt8], value: PDFObject)] {
    var found: [(name: [UInt8], value: PDFObject)] = []
    for (key, value) in try entries(root, "Names", file) {
      if let name = try file.resolve(key).string { found.append((name, value)) }
    }
    return found
  }

  /// Entries of a number tree, in the tree's order.
  static func numbers(_ root: PDFObject, _ file: PDFFile) throws(PDFError) -> [(number: Int, value: PDFObject)] {
    var found: [(number: Int, value: PDFObject)] = []
    for (key, value) in try entries(root, "Nums", file) {
      if let number = try file.resolve(key).integer, (0..<1 << 31).contains(number) { found.append((number, value)) }
    }
    return found
  }

  /// - Throws: `limit` if the tree has too many nodes or entries, as one that contains itself.
  private static func entries(
    _ root: PDFObject, _ leaf: PDFName, _ file: PDFFile
  ) throws(PDFError) -> [(key: PDFObject, value: PDFObject)] {
    var entries: [(key: PDFObject, value: PDFObject)] = []
    var waiting = [root]
    var nodes = 0
    while let next = waiting.popLast() {
      nodes += 1
      guard nodes <= maximumNodes, entries.count <= file.limits.valuesPerObject else {
        throw PDFError(code: .limit, message: "A name or number tree has too many nodes, or contains itself.")
      }
      guard let node = try file.resolve(next).dictionary else { continue }
      let pairs = try file.resolve(node[leaf]).array ?? []
      for index in stride(from: 0, to: pairs.count - 1, by: 2) { entries.append((pairs[index], pairs[index + 1])) }
      waiting += (try file.resolve(node["Kids"]).array ?? []).reversed()
    }
    return entries
  }

  private static let maximumNodes = 100_000
}
