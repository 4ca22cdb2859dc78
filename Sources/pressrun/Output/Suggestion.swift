import ArgumentParser

/// The name of a subcommand that was probably meant by a mistyped one.
enum Suggestion {
  /// - Parameter arguments: those of the program.
  /// - Returns: the whole command, such as `pressrun jobs list`; nil if all words before the first option name commands, or if no
  ///   command has a similar name.
  static func command(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
    var command = root
    var path = ["pressrun"]
    for word in arguments.prefix(while: { !$0.hasPrefix("-") }) {
      let subcommands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      guard !subcommands.isEmpty else { return nil }
      if let next = command.configuration.subcommands.first(where: { name($0) == word }) {
        command = next
        path.append(word)
        continue
      }
      let names = subcommands.map(name)
      guard let nearest = names.min(by: { distance($0, word) < distance($1, word) }),
        distance(nearest, word) <= max(1, word.count / 3)
      else { return nil }
      return (path + [nearest]).joined(separator: " ")
    }
    return nil
  }

  private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

  /// The number of characters to insert, delete, replace or exchange with their neighbour: the optimal string alignment distance.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b.prefix(100)))
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
