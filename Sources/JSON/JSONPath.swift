/// The path of a value in a JSON text, as in error messages: `$.items[3].price`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  package enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }
  package private(set) var steps: [Step] = []
  package static let root = JSONPath()

  package func member(_ name: String) -> JSONPath { appending(.member(name)) }
  package func element(_ index: Int) -> JSONPath { appending(.element(index)) }

  private func appending(_ step: Step) -> JSONPath {
    var path = self
    path.steps.append(step)
    return path
  }

  package var description: String {
    var text = "$"
    for step in steps {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .member(let name):
        let isPlain = !name.isEmpty && name.utf8.count <= 64 && name.utf8.allSatisfy(Self.isNameByte)
        text += isPlain ? "." + name : "[\"\(JSONValue.shortened(name))\"]"
      }
    }
    return text
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
