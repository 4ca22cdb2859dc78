import Foundation

/// The targets of `Package.swift`, read from its text: `swift package` may be running the tests.
struct Manifest {
  enum Kind: String { case target, executableTarget, testTarget, systemLibrary, plugin }

  struct Target {
    var kind: Kind
    var name: String
    var folder: String
    /// Names of targets of this package.
    var dependencies: [String]
  }

  let targets: [Target]

  init() throws {
    let text = try Repository.text("Package.swift")
    let call = /\.(target|executableTarget|testTarget|systemLibrary|plugin)\(/
    targets = text.matches(of: call).compactMap { match in
      let arguments = Self.balanced(text[match.range.upperBound...], "(", ")")
      guard let kind = Kind(rawValue: String(match.1)),
        let name = arguments.firstMatch(of: /name: "([^"]+)"/)?.1
      else { return nil }
      let path = arguments.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
      let list = arguments.firstRange(of: "dependencies: [").map {
        Self.balanced(arguments[$0.upperBound...], "[", "]")
      }
      // Products of other packages are written as calls or as constants.
      let own = (list ?? "").replacing(/\.product\([^)]*\)/, with: "")
      return Target(
        kind: kind, name: String(name), folder: path ?? (kind == .testTarget ? "Tests/" : "Sources/") + name,
        dependencies: own.matches(of: /"([^"]+)"/).map { String($0.1) })
    }
  }

  /// The text up to the bracket that closes the one before `text`.
  private static func balanced(_ text: Substring, _ open: Character, _ close: Character) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == open { depth += 1 }
      if text[index] == close { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }
}
