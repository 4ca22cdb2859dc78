import Yams

/// A YAML file that is decoded strictly: unknown keys, wrong types and missing values are errors. Errors have the file,
/// the line and the key path.
///
/// A plain scalar has no type of its own: `12` is a number or a text, depending on what is expected. Not thread-safe.
final class YAMLSource {
  let file: String
  let dataFolder: String?
  /// The keys that were asked for, by the path of their mapping.
  private var asked: [String: Set<String>] = [:]

  init(file: String, dataFolder: String? = nil) {
    self.file = file
    self.dataFolder = dataFolder
  }

  /// - Returns: nil for a file without content.
  /// - Throws: `DeliveryError` `.invalidConfiguration` if the text is not YAML.
  func compose(_ text: String) throws(DeliveryError) -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch {
      throw DeliveryError(code: .invalidConfiguration, message: "not YAML: \(error.yamlProblem)", place: file)
    }
  }

  func ask(for key: String, at path: [any CodingKey]) { asked[Self.text(of: path), default: []].insert(key) }

  /// Decodes a value. An error of a type's own checks gets the place of the value.
  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ node: Node, at path: [any CodingKey]
  ) throws(DeliveryError) -> Value {
    do {
      return try Value(from: YAMLValueDecoder(node: node, codingPath: path, source: self))
    } catch let problem as DecodingError {
      let (message, place) = problem.messageAndPath
      throw error(message, at: place, Self.line(of: place.dropFirst(path.count), in: node))
    } catch let problem as DeliveryError {
      if problem.place.hasPrefix(file) { throw problem }
      throw error("\"\(problem.place)\": \(problem.message)", at: path, node.mark?.line)
    } catch let problem {
      throw error("\(problem)", at: path, node.mark?.line)
    }
  }

  /// Throws an error for a key below `node` that was not asked for.
  func checkKeys(_ node: Node, at path: [any CodingKey]) throws(DeliveryError) {
    switch node {
    case .mapping(let mapping):
      guard let known = asked[Self.text(of: path)] else { return }
      for (key, value) in mapping {
        let name = key.scalar?.string ?? ""
        guard known.contains(name) else {
          let names = known.sorted().joined(separator: ", ")
          throw error("unknown key; the known ones are \(names)", at: path + [YAMLKey(name)], key.mark?.line)
        }
        try checkKeys(value, at: path + [YAMLKey(name)])
      }
    case .sequence(let sequence):
      for (index, value) in sequence.enumerated() { try checkKeys(value, at: path + [YAMLKey(intValue: index)]) }
    case .scalar, .alias: return
    }
  }

  func error(_ message: String, at path: [any CodingKey], _ line: Int?) -> DeliveryError {
    let path = Self.text(of: path)
    return DeliveryError(
      code: .invalidConfiguration, message: message,
      place: file + (line.map { ":\($0)" } ?? "") + (path.isEmpty ? "" : ": \(path)"))
  }

  /// Such as `webhook.billing.secrets[0]`.
  private static func text(of path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }

  /// The line of the value at a path below `node`; the line of the last one on the way if there is none.
  private static func line(of path: some Sequence<any CodingKey>, in node: Node) -> Int? {
    var found = node
    for key in path {
      switch found {
      case .mapping(let mapping):
        guard let next = mapping[key.stringValue] else { return found.mark?.line }
        found = next
      case .sequence(let sequence):
        guard let index = key.intValue, sequence.indices.contains(index) else { return found.mark?.line }
        found = sequence[index]
      case .scalar, .alias: return found.mark?.line
      }
    }
    return found.mark?.line
  }
}

/// A key of a mapping or an index of a list.
struct YAMLKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

extension DecodingError {
  fileprivate var messageAndPath: (String, [any CodingKey]) {
    switch self {
    case .keyNotFound(let key, let context): ("missing", context.codingPath + [key])
    case .valueNotFound(_, let context): ("missing", context.codingPath)
    case .typeMismatch(_, let context), .dataCorrupted(let context): (context.debugDescription, context.codingPath)
    @unknown default: ("invalid", [])
    }
  }
}
