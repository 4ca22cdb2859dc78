/// Finds the name that a misspelt one was probably meant to be.
package enum NearestName {
  /// The name that needs the fewest changes, if these are fewer than half of the characters, and at most two or, in a
  /// long name, a quarter of the characters; nil if there is none.
  /// - Parameter name: names of more than 60 characters are like no other.
  package static func of(_ name: String, in names: some Sequence<String>) -> String? {
    let length = name.unicodeScalars.count
    guard length <= 60 else { return nil }
    let nearest = names.map { (distance: distance(name, $0), name: $0) }.min { $0 < $1 }
    guard let nearest, nearest.distance <= max(2, length / 4), nearest.distance * 2 < max(length, 3) else { return nil }
    return nearest.name
  }

  /// The number of characters to insert, delete, replace or exchange with their neighbour: the optimal string alignment
  /// distance.
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.unicodeScalars), Array(second.unicodeScalars.prefix(100)))
    var rows = [Array(0...b.count)]
    for (i, letter) in a.enumerated() {
      var row = [i + 1]
      for (j, other) in b.enumerated() {
        var least = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
