/// Finds the name that a misspelt one stands for.
enum Spelling {
  /// The name with the least edit distance, at most 2 and less than half of the length; nil if there is none.
  static func nearest(to name: String, in names: Set<String>) -> String? {
    guard name.utf8.count <= 40 else { return nil }
    let found = names.map { (distance(Array(name.utf8), Array($0.utf8)), $0) }.min { $0 < $1 }
    guard let found, found.0 <= 2, found.0 * 2 < name.utf8.count else { return nil }
    return found.1
  }

  /// The Levenshtein distance.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, byte) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let next = min(row[j + 1] + 1, row[j] + 1, diagonal + (byte == other ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[b.count]
  }
}
