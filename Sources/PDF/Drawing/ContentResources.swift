/// The kinds of resources of content streams (7.8.3).
package enum ResourceKind: Int, CaseIterable, Sendable {
  case font, object, pattern, shading, state, properties, colorSpace

  var letter: UInt8 {
    switch self {
    case .font: UInt8(ascii: "F")
    case .object: UInt8(ascii: "X")
    case .pattern: UInt8(ascii: "P")
    case .shading: UInt8(ascii: "S")
    case .state: UInt8(ascii: "G")
    case .properties: UInt8(ascii: "M")
    case .colorSpace: UInt8(ascii: "C")
    }
  }

  var key: PDFName {
    switch self {
    case .font: "Font"
    case .object: "XObject"
    case .pattern: "Pattern"
    case .shading: "Shading"
    case .state: "ExtGState"
    case .properties: "Properties"
    case .colorSpace: "ColorSpace"
    }
  }
}

/// The resources that a content stream names. Each is named by its kind and the number of its object.
package struct ContentResources {
  private var numbers: [[Int]] = Array(repeating: [], count: ResourceKind.allCases.count)
  private var seen: Set<Int> = []

  package init() {}

  /// Records that the content names an object.
  package mutating func add(_ kind: ResourceKind, _ number: Int) {
    if seen.insert(number).inserted { numbers[kind.rawValue].append(number) }
  }

  /// The resource dictionary (ISO 32000-1, 7.8.3), with sorted names.
  package var dictionary: PDFDictionary {
    var dictionary = PDFDictionary()
    for kind in ResourceKind.allCases where !numbers[kind.rawValue].isEmpty {
      var entries = PDFDictionary()
      for number in numbers[kind.rawValue].sorted() {
        entries[PDFName([kind.letter] + Array(String(number).utf8))] = .reference(to: number)
      }
      dictionary[kind.key] = .dictionary(entries)
    }
    return dictionary
  }
}
