/// The template of a visible signature: HTML with `{{signer}}`, `{{date}}`, `{{time}}` (UTC), `{{reason}}` and
/// `{{location}}`.
package enum SignatureTemplate {
  /// The HTML of the signature's picture.
  /// - Parameter name: of the template, for messages.
  /// - Throws: `templateBroken`, `limitExceeded`.
  package static func document(
    _ template: [UInt8], name: String, values: [String: String]
  ) throws(CompositionError) -> HTMLDocument {
    let files = TemplateFiles(name: name, contents: ["template.html": template])
    guard let format = LocalFormat(identifier: "en-US") else {
      throw CompositionError(.templateBroken, "the locale en-US is not known")
    }
    var document = try Template(files: files).document(
      values.mapValues { $0.isEmpty ? .nothing : .text($0) }, format: format)
    document.name = name
    return document
  }
}
