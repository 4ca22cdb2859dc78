import PDF

/// Makes the row groups and captions of tables those that PDF/UA permits (ISO 14289-1, 7.2; ISO 32000-1, Table 337): at
/// most one head and one foot, both only beside a body, and one caption, which is the first part.
///
/// In HTML a table may consist of a head, and row groups of any kind may follow each other.
enum TableGroups {
  static func arrange(_ tree: inout StructureTree) {
    guard tree.elements.contains(where: { $0.type == .table }) else { return }
    for (table, parts) in parts(of: tree).sorted(by: { $0.key < $1.key }) {
      let heads = parts.filter { tree.elements[$0].type == .tableHead }
      let feet = parts.filter { tree.elements[$0].type == .tableFoot }
      var others = heads.dropFirst() + feet.dropFirst()
      if others.isEmpty, !parts.contains(where: { tree.elements[$0].type == .tableBody }) {
        others = heads[...] + feet[...]
      }
      for group in others { tree.elements[group].type = .tableBody }
      let captions = parts.filter { tree.elements[$0].type == .caption }
      for (index, caption) in captions.enumerated() {
        tree.elements[caption].order = tree.elements[table].order
        // The others become parts of the first.
        if index > 0 {
          tree.elements[caption].parent = UInt32(captions[0])
          tree.elements[caption].type = .division
        }
      }
    }
  }

  /// The parts of each table that are written to the file.
  private static func parts(of tree: StructureTree) -> [Int: [Int]] {
    let isShown = tree.shownElements
    var parts: [Int: [Int]] = [:]
    for index in tree.elements.indices.dropFirst() where isShown[index] {
      let parent = Int(tree.elements[index].parent)
      if tree.elements[parent].type == .table { parts[parent, default: []].append(index) }
    }
    return parts
  }
}
