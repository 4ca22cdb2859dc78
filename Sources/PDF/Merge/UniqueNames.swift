/// Names of a merged file that must differ, as bytes of text strings (ISO 32000-1, 7.9.2.2).
struct UniqueNames {
  private var used: Set<[UInt8]> = []
  /// The number that is tried next for each name. Without it, many equal names would take quadratic time.
  private var next: [[UInt8]: Int] = [:]

  /// The name, with `separator` and a number after it if it is used already.
  mutating func add(_ name: [UInt8], separator: String) -> [UInt8] {
    guard !used.insert(name).inserted else { return name }
    var number = next[name] ?? 2
    defer { next[name] = number + 1 }
    while true {
      // In UTF-16, each character takes two bytes.
      let suffix = Array("\(separator)\(number)".utf8)
      let candidate = name + (name.starts(with: [0xFE, 0xFF]) ? suffix.flatMap { [0, $0] } : suffix)
      if used.insert(candidate).inserted { return candidate }
      number += 1
    }
  }
}
