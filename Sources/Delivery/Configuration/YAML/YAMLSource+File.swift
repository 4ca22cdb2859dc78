import Foundation

extension YAMLSource {
  private static let maximumBytes = 1 << 20

  /// - Throws: `DeliveryError` `.invalidConfiguration` if the file cannot be read or is not UTF-8.
  static func text(of file: String) throws(DeliveryError) -> String {
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(code: .invalidConfiguration, message: message, place: file)
    }
    guard let data = FileManager.default.contents(atPath: file) else { throw refuse("the file cannot be read") }
    guard data.count <= maximumBytes else { throw refuse("the file is larger than \(maximumBytes) bytes") }
    guard let text = String(validating: data, as: UTF8.self) else { throw refuse("the file is not UTF-8") }
    return text
  }
}

/// A YAML file of values by name, for settings that name secrets. Its errors have the file, the line and the key path,
/// and do not quote its text. Unknown keys are errors.
package enum NamedConfigurations {
  /// - Returns: the values by name; empty for a file without content.
  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package static func load<Value: Decodable>(
    _ type: Value.Type, file: String
  ) throws(DeliveryError) -> [String: Value] {
    let source = YAMLSource(file: file)
    guard let root = try source.compose(YAMLSource.text(of: file)) else { return [:] }
    guard case .mapping(let entries) = root else {
      throw source.error("expected a mapping of names", at: [], root.mark?.line)
    }
    var values: [String: Value] = [:]
    for (key, node) in entries {
      let name = key.scalar?.string ?? ""
      guard name.wholeMatch(of: /[a-z][a-z0-9_-]{0,62}/) != nil else {
        throw source.error("expected a name of small letters, digits, '-' and '_'", at: [YAMLKey(name)], key.mark?.line)
      }
      values[name] = try source.decode(type, node, at: [YAMLKey(name)])
      try source.checkKeys(node, at: [YAMLKey(name)])
    }
    return values
  }
}
