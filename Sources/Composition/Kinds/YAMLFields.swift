import Amounts
import Foundation
import JSON
import Yams

/// A mapping of a YAML file. Values are read by key and type; errors have the file, the line and the key path.
///
/// This is separate from the reader of JSON objects because a plain YAML scalar has no type of its own: `12` is a
/// number or a text, depending on what is expected.
struct YAMLFields {
  let file: String
  private let path: String
  private let mapping: Node.Mapping

  /// - Throws: `kindFile` if the file is not YAML or its root is not a mapping.
  init(text: String, file: String) throws(CompositionError) {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw CompositionError(.kindFile, "not YAML: \(error)", at: file)
    } catch {
      throw CompositionError(.kindFile, "not YAML: \(error.localizedDescription)", at: file)
    }
    guard case .mapping(let mapping) = root else { throw CompositionError(.kindFile, "expected a mapping", at: file) }
    self.init(file: file, path: "", mapping: mapping)
  }

  private init(file: String, path: String, mapping: Node.Mapping) {
    self.file = file
    self.path = path
    self.mapping = mapping
  }

  /// The keys in file order.
  var keys: [String] { mapping.keys.compactMap { $0.scalar?.string } }

  /// Throws an error for keys other than `known`.
  func allow(only known: [String]) throws(CompositionError) {
    for key in mapping.keys {
      let name = key.scalar?.string ?? "?"
      guard !known.contains(name) else { continue }
      throw error("unknown key; the known ones are \(known.joined(separator: ", "))", at: name, key)
    }
  }

  func has(_ key: String) -> Bool { mapping[key] != nil }

  func isMapping(_ key: String) -> Bool {
    if case .mapping? = mapping[key] { true } else { false }
  }

  func string(_ key: String) throws(CompositionError) -> String {
    guard let text = try optionalString(key) else { throw error("missing", at: key, nil) }
    return text
  }

  func optionalString(_ key: String) throws(CompositionError) -> String? {
    guard let node = mapping[key] else { return nil }
    guard let text = Self.text(node) else { throw error("expected a text", at: key, node) }
    return text
  }

  func strings(_ key: String) throws(CompositionError) -> [String]? {
    guard let node = mapping[key] else { return nil }
    guard case .sequence(let sequence) = node else { throw error("expected a list of texts", at: key, node) }
    var texts: [String] = []
    for element in sequence {
      guard let text = Self.text(element) else { throw error("expected a list of texts", at: key, element) }
      texts.append(text)
    }
    return texts
  }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(CompositionError) -> Int? {
    guard let node = mapping[key] else { return nil }
    guard let scalar = node.scalar, scalar.style == .plain, let value = Int(scalar.string), range.contains(value) else {
      throw error("expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: key, node)
    }
    return value
  }

  func bool(_ key: String) throws(CompositionError) -> Bool? {
    guard let node = mapping[key] else { return nil }
    guard let scalar = node.scalar, scalar.style == .plain, let value = Bool(scalar.string) else {
      throw error("expected true or false", at: key, node)
    }
    return value
  }

  /// `500ms`, `90s`, `5m`, `2h`.
  func duration(_ key: String) throws(CompositionError) -> Duration? {
    try measure(key, "a time such as 90s, 5m or 2h", ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000])
      .map { .milliseconds($0) }
  }

  /// Bytes: `512MiB`, `2GiB`.
  func size(_ key: String) throws(CompositionError) -> Int? {
    try measure(key, "a size such as 512MiB or 2GiB", ["KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30])
  }

  private func measure(_ key: String, _ expected: String, _ units: [String: Int]) throws(CompositionError) -> Int? {
    guard let node = mapping[key] else { return nil }
    if let text = node.scalar?.string {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let unit = text.dropFirst(digits.count).drop { $0 == " " }
      if let number = Int(digits), (1...1_000_000).contains(number), let factor = units[String(unit)] {
        return number * factor
      }
    }
    throw error("expected \(expected)", at: key, node)
  }

  func fields(_ key: String) throws(CompositionError) -> YAMLFields? {
    guard let node = mapping[key] else { return nil }
    guard case .mapping(let mapping) = node else { throw error("expected a mapping", at: key, node) }
    return YAMLFields(file: file, path: join(key), mapping: mapping)
  }

  /// The mapping as JSON. Plain scalars that are numbers, `true`, `false` or `null` become such values, others strings.
  func json() throws(CompositionError) -> JSONObject {
    guard case .object(let object) = try json(.mapping(mapping), at: "", depth: 0) else { return JSONObject() }
    return object
  }

  private func json(_ node: Node, at key: String, depth: Int) throws(CompositionError) -> JSONValue {
    guard depth < 16 else { throw error("nested too deep", at: key, node) }
    switch node {
    case .scalar(let scalar):
      guard scalar.style == .plain else { return .string(scalar.string) }
      switch scalar.string {
      case "", "~", "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      default: return ExactDecimal(scalar.string) == nil ? .string(scalar.string) : .number(scalar.string)
      }
    case .sequence(let sequence):
      var elements: [JSONValue] = []
      for element in sequence { elements.append(try json(element, at: key, depth: depth + 1)) }
      return .array(elements)
    case .mapping(let mapping):
      var members: [JSONObject.Member] = []
      for (name, value) in mapping {
        guard let name = name.scalar?.string else { throw error("expected a text as key", at: key, name) }
        members.append(.init(name: name, value: try json(value, at: name, depth: depth + 1)))
      }
      return .object(JSONObject(members))
    case .alias: throw error("aliases are not supported", at: key, node)
    }
  }

  func error(_ message: String, at key: String) -> CompositionError { error(message, at: key, mapping[key]) }

  private func error(_ message: String, at key: String, _ node: Node?) -> CompositionError {
    let line = node?.mark.map { ":\($0.line)" } ?? ""
    return CompositionError(.kindFile, message, at: "\(file)\(line): \(join(key))")
  }

  private func join(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private static func text(_ node: Node) -> String? {
    guard let scalar = node.scalar, !(scalar.style == .plain && ["", "~", "null"].contains(scalar.string)) else {
      return nil
    }
    return scalar.string
  }
}
