import Invoicing
import JSON

extension JobKind {
  /// The formats of the files that its jobs may have: its outputs, and for invoices the XML, which a payload may ask
  /// for.
  package var possibleFormats: [OutputFormat] { outputs.map(\.format) + (composer == .invoice ? [.einvoice] : []) }

  /// The outputs of a kind's file: `output: bag`, `outputs: [pdf, text]`, or a mapping with the settings of each:
  ///
  ///     outputs:
  ///       pdf: {}
  ///       png: {resolution: 150, pages: 1}
  ///
  /// - Throws: `kindFile`.
  static func outputs(_ yaml: YAMLFields, _ composer: Composer) throws(CompositionError) -> [KindOutput] {
    if let text = try yaml.optionalString("output") {
      guard !yaml.has("outputs") else { throw yaml.error("cannot be combined with outputs", at: "output") }
      return [KindOutput(try format(text, composer, yaml, at: "output"))]
    }
    guard yaml.has("outputs") else { return [KindOutput(.pdf)] }
    var outputs: [KindOutput] = []
    if yaml.isMapping("outputs"), let settings = try yaml.fields("outputs") {
      for name in settings.keys { outputs.append(try output(name, settings, composer)) }
    } else {
      for name in try yaml.strings("outputs") ?? [] {
        outputs.append(KindOutput(try format(name, composer, yaml, at: "outputs")))
      }
    }
    guard !outputs.isEmpty, Set(outputs.map(\.format)).count == outputs.count else {
      throw yaml.error("expected at least one output, and each once", at: "outputs")
    }
    return outputs
  }

  private static func output(
    _ name: String, _ settings: YAMLFields, _ composer: Composer
  ) throws(CompositionError) -> KindOutput {
    var output = KindOutput(try format(name, composer, settings, at: name))
    guard let own = try settings.fields(name) else { return output }
    try own.allow(only: output.format.isPerPage ? ["resolution", "pages"] : [])
    output.resolution = try own.integer("resolution", in: KindOutput.resolutions) ?? output.resolution
    output.pages = try own.integer("pages", in: 1...DocumentOutputs.maximumPictures)
    return output
  }

  private static func format(
    _ text: String, _ composer: Composer, _ yaml: YAMLFields, at key: String
  ) throws(CompositionError) -> OutputFormat {
    // The e-invoice is not an output of its own: it belongs to payloads that ask for it, or to kinds with `einvoice`.
    guard let format = OutputFormat(rawValue: text), format != .einvoice else {
      let known = OutputFormat.allCases.filter { $0 != .einvoice }.map(\.rawValue).joined(separator: ", ")
      throw yaml.error("unknown output \"\(JSONValue.shortened(text))\"; the known ones are \(known)", at: key)
    }
    guard composer == .archive || format != .bag else { throw yaml.error("only archives can be bags", at: key) }
    guard composer != .binder || format == .pdf else { throw yaml.error("binders are made as pdf", at: key) }
    guard composer != .archive || [.pdf, .bag].contains(format) else {
      throw yaml.error("archives are made as pdf or bag", at: key)
    }
    return format
  }

  /// The profile that `einvoice` names, for which the jobs of the kind also make XML.
  /// - Throws: `kindFile` for other names and for composers other than `invoice`.
  static func einvoice(_ yaml: YAMLFields, _ composer: Composer) throws(CompositionError) -> InvoiceProfile? {
    guard let name = try yaml.optionalString("einvoice") else { return nil }
    guard composer == .invoice else { throw yaml.error("only the composer invoice makes e-invoices", at: "einvoice") }
    guard let profile = InvoiceProfile(rawValue: name) else {
      throw yaml.error("unknown profile; the known ones are \(InvoiceProfile.names)", at: "einvoice")
    }
    return profile
  }

  /// The template for names of files.
  /// - Throws: `kindFile`.
  static func fileName(_ yaml: YAMLFields) throws(CompositionError) -> FileNameTemplate? {
    guard let text = try yaml.optionalString("file_name") else { return nil }
    guard let template = FileNameTemplate(text) else {
      throw yaml.error(
        "expected at most 200 bytes, with fields of the payload in braces, such as Invoice {number}", at: "file_name")
    }
    return template
  }

  /// The outputs of a job: all, or those that the member `outputs` of its payload names, in the kind's order. The
  /// member has this meaning only for kinds with several outputs.
  /// - Throws: `wrongType`, `invalidValue`.
  func outputs(requested fields: Fields) throws(CompositionError) -> [KindOutput] {
    guard outputs.count > 1 else { return outputs }
    let names = try fields.strings("outputs")
    guard !names.isEmpty else { return outputs }
    if let unknown = names.first(where: { name in !outputs.contains { $0.format.rawValue == name } }) {
      let known = outputs.map(\.format.rawValue).joined(separator: ", ")
      throw CompositionError(
        .invalidValue, "the kind \(name) has no output \"\(JSONValue.shortened(unknown))\"; it has \(known)",
        at: fields.path(of: "outputs").description)
    }
    return outputs.filter { names.contains($0.format.rawValue) }
  }
}
