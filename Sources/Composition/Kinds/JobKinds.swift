import JSON
import PDF

/// The job kinds of an installation: the files in `Jobs/`.
package struct JobKinds: Sendable {
  private var kinds: [String: JobKind] = [:]
  /// Errors of kinds that cannot be used, by kind: a mistake in the kind's file or in its template.
  package internal(set) var problems: [String: CompositionError] = [:]

  /// - Parameter kinds: with different names.
  package init(_ kinds: [JobKind] = []) {
    for kind in kinds { insert(kind) }
  }

  mutating func insert(_ kind: JobKind) { kinds[kind.name] = kind }

  /// Sorted.
  package var names: [String] { kinds.keys.sorted() }

  package subscript(name: String) -> JobKind? { kinds[name] }

  /// - Throws: `unknownKind` with the known kinds; the problem of a kind that cannot be used.
  package func kind(named name: String) throws(CompositionError) -> JobKind {
    if let kind = kinds[name] { return kind }
    if let problem = problems[name] { throw problem }
    let known = names.isEmpty ? "there is none" : "there are " + names.joined(separator: ", ")
    throw CompositionError(.unknownKind, "unknown kind \"\(JSONValue.shortened(name))\"; \(known)")
  }

  /// Reads all `.yaml` files of a folder, but not of its subfolders. `destinations.yaml` is not a kind.
  ///
  /// - Parameters:
  ///   - folder: `Jobs/`.
  ///   - templates: the folder of the template folders.
  /// - Throws: `kindFile`, `templateMissing`.
  package static func load(folder: String, templates: String) throws(CompositionError) -> JobKinds {
    let files = try InstalledFiles.read(jobs: folder, templates: templates)
    var all = JobKinds()
    for name in files.kindNames { all.insert(try JobKind.load(name, from: files)) }
    return all
  }
}

extension JobKind {
  /// Reads the file of one kind. Unknown keys, wrong types and missing templates are errors.
  /// - Parameter name: the file's name without extension, which is the kind's.
  static func load(_ stem: String, from files: InstalledFiles) throws(CompositionError) -> JobKind {
    let file = InstalledFiles.jobsFolder + stem + ".yaml"
    guard let bytes = files.contents[file] else {
      throw CompositionError(.kindFile, files.problems[file] ?? "the file cannot be read", at: file)
    }
    let yaml = try YAMLFields(text: try SmallFile.text(bytes, or: .kindFile, at: file), file: file)
    try yaml.allow(only: [
      "name", "composer", "template", "output", "outputs", "einvoice", "file_name", "page", "supports",
      "unsupported_size", "sheets", "watermark", "stamp", "stamps",
      "tagged", "conformance", "nonconforming", "sign", "encrypt", "queue", "retry",
      "timeout", "memory", "destinations",
      "fields",
      "defaults", "schedules", "warnings",
    ])
    let name = try yaml.string("name")
    guard name == stem, Self.isName(name) else {
      throw yaml.error("must be the file's name: small letters, digits, '-' and '_'", at: "name")
    }
    guard let composer = Composer(rawValue: try yaml.string("composer")) else {
      let known = Composer.allCases.map(\.rawValue).joined(separator: ", ")
      throw yaml.error("unknown composer; the known ones are \(known)", at: "composer")
    }
    let queue = try yaml.optionalString("queue") ?? "default"
    guard isName(queue) else { throw yaml.error("expected small letters, digits, '-' and '_'", at: "queue") }
    let outputs = try outputs(yaml, composer)
    return JobKind(
      name: name, composer: composer,
      template: try template(yaml, composer, in: files),
      pageSize: try pageSize(try yaml.fields("page")), widths: try widths(try yaml.fields("page")),
      supports: try sizeClasses(yaml), unsupportedSize: try unsupportedSize(yaml),
      outputs: outputs,
      einvoice: try einvoice(yaml, composer),
      fileName: try fileName(yaml),
      sheets: try sheets(yaml, composer),
      marks: try marks(yaml, composer),
      stamps: try stamps(yaml, composer, outputs),
      isTagged: try yaml.bool("tagged") ?? true,
      conformance: try conformance(yaml, composer),
      signature: try signature(yaml, composer, outputs),
      encryption: try encryption(yaml, composer, outputs),
      refusesWarnings: try refusesWarnings(yaml),
      queue: queue,
      retry: try retry(try yaml.fields("retry")),
      timeout: try yaml.duration("timeout") ?? .seconds(60),
      memory: try yaml.size("memory") ?? 1 << 30,
      destinations: try destinations(try yaml.fields("destinations")),
      fields: try fieldTypes(try yaml.fields("fields"), composer, yaml),
      defaults: try yaml.fields("defaults")?.json() ?? JSONObject(),
      schedules: try JobSchedule.all(try yaml.fields("schedules")))
  }

  private static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[a-z][a-z0-9_-]{0,62}/) != nil }

  private static func template(
    _ yaml: YAMLFields, _ composer: Composer, in files: InstalledFiles
  ) throws(CompositionError) -> TemplateFiles? {
    guard let name = try yaml.optionalString("template") else {
      if composer == .archive { return nil }
      throw yaml.error("missing", at: "template")
    }
    if composer == .archive { throw yaml.error("an archive has no template", at: "template") }
    guard name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil else {
      throw yaml.error("expected the name of a folder in Templates/", at: "template")
    }
    guard let template = files.template(name), template.main != nil else {
      let place = yaml.error("", at: "template").place
      throw CompositionError(
        .templateMissing, "no template.html or \(name).html in Templates/\(name)", at: place)
    }
    return template
  }

  private static func pageSize(_ yaml: YAMLFields?) throws(CompositionError) -> PaperSize {
    guard let yaml else { return .a4 }
    try yaml.allow(only: ["size", "fit_width", "media_width"])
    guard let text = try yaml.optionalString("size") else { return .a4 }
    guard let size = PaperSize(text) else {
      throw yaml.error("expected a size such as A4, letter landscape or 210mm 297mm", at: "size")
    }
    return size
  }

  private static func widths(_ yaml: YAMLFields?) throws(CompositionError) -> WidthSettings {
    var widths = WidthSettings()
    widths.fitsContent = try yaml?.bool("fit_width") ?? false
    widths.media = try yaml?.integer("media_width", in: WidthSettings.mediaLimits)
    return widths
  }

  private static func sheets(_ yaml: YAMLFields, _ composer: Composer) throws(CompositionError) -> SheetLayout? {
    guard let fields = try yaml.fields("sheets") else { return nil }
    guard composer != .archive else { throw yaml.error("the pages of an archive stay as they are", at: "sheets") }
    do {
      return try SheetSettings.layout(try Fields(.object(try fields.json()), at: JSONPath.root.member("sheets")))
    } catch {
      throw yaml.error("\(error.place): \(error.message)", at: "sheets")
    }
  }

  /// Reads `conformance` and `nonconforming`, the handling of documents that cannot conform.
  static func conformance(
    _ yaml: YAMLFields, _ composer: Composer
  ) throws(CompositionError) -> ConformanceRequest? {
    guard let names = try yaml.optionalString("conformance") else { return nil }
    var request: ConformanceRequest
    do throws(PDFError) {
      request = ConformanceRequest(try Conformance(names))
    } catch {
      throw yaml.error(error.message, at: "conformance")
    }
    guard composer != .binder || request.profiles.isPossibleForMergedFiles else {
      throw yaml.error("a binder is PDF 1.7; use PDF/A-2, PDF/A-3 or PDF/UA-1", at: "conformance")
    }
    if let text = try yaml.optionalString("nonconforming") {
      guard let failure = ConformanceRequest.Failure(rawValue: text) else {
        throw yaml.error("expected refuse or warn", at: "nonconforming")
      }
      request.failure = failure
    }
    return request
  }

  /// `supports`, which must include the class of the kind's own page size.
  private static func sizeClasses(_ yaml: YAMLFields) throws(CompositionError) -> Set<SizeClass> {
    guard let names = try yaml.strings("supports") else { return Set(SizeClass.allCases) }
    var classes: Set<SizeClass> = []
    for name in names {
      guard let sizeClass = SizeClass(rawValue: name) else {
        throw yaml.error("expected a list of compact and regular", at: "supports")
      }
      classes.insert(sizeClass)
    }
    let own = SizeClass(try pageSize(try yaml.fields("page")))
    guard classes.contains(own) else {
      throw yaml.error("must include \(own.rawValue), the class of page.size", at: "supports")
    }
    return classes
  }

  private static func unsupportedSize(_ yaml: YAMLFields) throws(CompositionError) -> UnsupportedSize {
    guard let text = try yaml.optionalString("unsupported_size") else { return .refuse }
    guard let rule = UnsupportedSize(rawValue: text) else {
      throw yaml.error("expected refuse or scale", at: "unsupported_size")
    }
    return rule
  }

  private static func refusesWarnings(_ yaml: YAMLFields) throws(CompositionError) -> Bool {
    switch try yaml.optionalString("warnings") {
    case nil, "report": return false
    case "fail": return true
    default: throw yaml.error("expected report or fail", at: "warnings")
    }
  }

  private static func retry(_ yaml: YAMLFields?) throws(CompositionError) -> Retry {
    var retry = Retry()
    guard let yaml else { return retry }
    try yaml.allow(only: ["attempts", "backoff", "maximum_backoff"])
    retry.attempts = try yaml.integer("attempts", in: 1...100) ?? retry.attempts
    retry.backoff = try yaml.duration("backoff") ?? retry.backoff
    retry.maximumBackoff = try yaml.duration("maximum_backoff") ?? max(retry.maximumBackoff, retry.backoff)
    guard retry.maximumBackoff >= retry.backoff else {
      throw yaml.error("must not be less than backoff", at: "maximum_backoff")
    }
    return retry
  }

  private static func destinations(_ yaml: YAMLFields?) throws(CompositionError) -> Destinations {
    var destinations = Destinations()
    guard let yaml else { return destinations }
    try yaml.allow(only: ["allowed", "default"])
    destinations.allowed = try yaml.strings("allowed").map(Set.init)
    destinations.standard = try yaml.optionalString("default")
    if let standard = destinations.standard, !destinations.allows(standard) {
      throw yaml.error("is not one of the allowed destinations", at: "default")
    }
    return destinations
  }

  private static func fieldTypes(
    _ fields: YAMLFields?, _ composer: Composer, _ yaml: YAMLFields
  ) throws(CompositionError) -> FieldTypes {
    var types = FieldTypes()
    guard let fields else { return types }
    guard composer == .html else {
      let message = "the composer \(composer.rawValue) knows its fields; only html takes them from here"
      throw yaml.error(message, at: "fields")
    }
    for key in fields.keys {
      guard key.wholeMatch(of: /[A-Za-z_][\w-]*(\[\])?(\.[A-Za-z_][\w-]*(\[\])?)*/) != nil else {
        throw fields.error("expected a path such as client.name or holdings[].value", at: key)
      }
      guard let field = FieldTypes.field(try fields.string(key)) else {
        let known = FieldTypes.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw fields.error("expected one of \(known), and 'optional' after it where the field may be missing", at: key)
      }
      types.declare(key, field)
    }
    return types
  }
}
