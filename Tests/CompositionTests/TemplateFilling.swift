import Testing

@testable import Composition

/// Suites that fill templates.
protocol TemplateFilling {}

extension TemplateFilling {
  /// The document of a template.
  /// - Parameter files: the other files of its folder.
  func fill(
    _ template: String, _ values: [String: TemplateValue], files: [String: String] = [:]
  ) throws -> HTMLDocument {
    var files = files
    files["template.html"] = template
    let folder = try TemporaryFolder(files)
    return try Template(folder: folder.path).document(values, format: try #require(LocalFormat(identifier: "en-US")))
  }
}
