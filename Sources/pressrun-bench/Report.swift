import Foundation

/// Writes a progress message to stderr.
func report(_ text: String) {
  FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
}

/// Prints a value as one line of JSON with names in snake_case.
func printJSON(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.keyEncodingStrategy = .convertToSnakeCase
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints each measurement with its goal: as a table, or as one line of JSON each.
func show(_ measurements: [Measurement], json: Bool) throws {
  if json { return try measurements.forEach(printJSON) }
  var rows = [["WHAT", "MEDIAN", "UNIT", "AGAINST", "MEDIAN", "RATIO", "GOAL", "MET"]]
  for measurement in measurements {
    let goal = measurement.goal.map { (measurement.isMost ? "≤ " : "≥ ") + String(format: "%.2f", $0) } ?? ""
    rows.append([
      measurement.name, formatted(measurement.value), measurement.unit, measurement.against ?? "",
      measurement.reference.map(formatted) ?? "", measurement.ratio.map { String(format: "%.2f", $0) } ?? "", goal,
      measurement.isMet.map { $0 ? "yes" : "no" } ?? "",
    ])
  }
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  for row in rows {
    print(zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  "))
  }
}

/// Two decimal places below 100, none from there on.
func formatted(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
