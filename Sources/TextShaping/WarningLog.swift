/// Warnings, each once, in the order they came up.
struct WarningLog {
  private(set) var warnings: [TextWarning] = []
  private var known: Set<String> = []
  private var taken = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { warnings.count >= limit }

  mutating func add(_ code: TextWarning.Code, _ message: @autoclosure () -> String, offset: Int? = nil) {
    if isFull { return }
    let warning = TextWarning(code: code, message: message(), offset: offset)
    if known.insert(warning.message).inserted { warnings.append(warning) }
  }

  var hasNew: Bool { taken < warnings.count }

  /// Those since this was last asked for.
  mutating func takeNew() -> [TextWarning] {
    defer { taken = warnings.count }
    return Array(warnings[taken...])
  }

  mutating func removeAll() {
    warnings = []
    taken = 0
    known = []
  }
}
