/// Warnings, each once, in the order they came up.
struct WarningLog {
  private(set) var warnings: [TextWarning] = []
  private var known: Set<TextWarning> = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { warnings.count >= limit }

  mutating func add(_ code: TextWarning.Code, _ message: @autoclosure () -> String) {
    if isFull { return }
    let warning = TextWarning(code: code, message: message())
    if known.insert(warning).inserted { warnings.append(warning) }
  }

  mutating func removeAll() {
    warnings = []
    known = []
  }
}
