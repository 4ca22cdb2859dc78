import Composition
import JSON
import Rendering
import Web

/// A document to be rendered while the client waits: HTML with its files, or a payload of a kind.
struct DocumentRequest: Sendable {
  var content: [UInt8]
  /// It is nil for HTML.
  var kind: String?
  /// Members that payloads of the tenant have if they do not state them: JSON by kind.
  var defaults: [String: String] = [:]
  var pageSize: PaperSize?
  var isTagged = false
  /// Names of the profiles to which the PDF conforms, separated by commas.
  var conformance: String?
  var widths = WidthSettings()
  /// Whether the HTML includes files of Markdown.
  var includesMarkdown = false
  var stylesheets: [String] = []
  /// The files, by the names by which the HTML refers to them.
  var files: [String: [UInt8]] = [:]

  /// The request to a renderer.
  func rendererRequest(
    created: Int64, tenant: String, kinds: JobKinds, _ settings: RenderPool.Settings
  ) -> RenderRequest {
    var request = RenderRequest(
      kind: kind ?? "html", created: created, cpuSeconds: Int(settings.timeLimit.components.seconds) + 1,
      memory: kind.flatMap { kinds[$0]?.memory } ?? settings.memory, tenant: tenant)
    request.output = .pdf
    request.pageSize = pageSize.map { RenderRequest.PageSize(width: $0.width, height: $0.height) }
    request.defaults = defaults
    guard kind == nil else { return request }
    var options = RenderRequest.HTMLOptions()
    options.isTagged = isTagged
    options.conformance = conformance
    options.widths = widths
    options.includesMarkdown = includesMarkdown
    options.stylesheets = stylesheets
    request.html = options
    request.files = files
    return request
  }

  /// Reads a request of `POST /v1/render`: JSON, HTML, or a form with a part `request` (JSON) or `html` and files.
  /// - Throws: `Problem`.
  init(_ body: WebBody, kinds: JobKinds) async throws {
    switch body.mediaType {
    case "text/html": self.init(html: try await body.bytes())
    case "multipart/form-data":
      self = try await body.multipart { form in try Self(form, kinds) }
    default: try self.init(try await body.json(), kinds)
    }
  }

  init(html: [UInt8]) { content = html }

  private init(_ form: MultipartForm, _ kinds: JobKinds) throws {
    let fields = form.parts.filter { $0.fileName == nil || ["request", "html"].contains($0.name) }
    for part in fields where !["request", "html"].contains(part.name) {
      throw Problem(
        .invalidBody, "unknown part; send \"request\" (JSON) or \"html\", and files with their names", field: part.name)
    }
    switch (try form.part(named: "request"), try form.part(named: "html")) {
    case (let request?, nil):
      do {
        try self.init(try JSONParser.parse(try request.bytes()), kinds)
      } catch let error as JSONError {
        throw Problem(.invalidBody, "the part is not JSON: \(error)", field: "request")
      }
    case (let request?, let html?):
      do {
        try self.init(try JSONParser.parse(try request.bytes()), kinds, html: try html.bytes())
      } catch let error as JSONError {
        throw Problem(.invalidBody, "the part is not JSON: \(error)", field: "request")
      }
    case (nil, let html?): self.init(html: try html.bytes())
    case (nil, nil): throw Problem(.invalidBody, "a part \"request\" (JSON) or \"html\" is missing")
    }
    files = try FormFiles(form.parts.filter { $0.fileName != nil && !["request", "html"].contains($0.name) }).bytes()
    if kind != nil, !files.isEmpty {
      throw Problem(.invalidBody, "the templates of a kind have their own files; send files with HTML only")
    }
  }

  /// Refuses the members that are for HTML in a request with a kind.
  private static func checkOfKind(_ object: JSONObject, _ widths: WidthSettings) throws {
    if widths != WidthSettings() {
      throw Problem(
        .invalidBody, "fit_width and media_width are for HTML; a kind sets page.fit_width and page.media_width")
    }
    for name in ["conformance", "tagged"] where object[name] != nil {
      throw Problem(.invalidBody, "\(name) is for HTML; a kind sets its own", field: name)
    }
  }

  private init(_ json: JSONValue, _ kinds: JobKinds, html part: [UInt8]? = nil) throws {
    guard case .object(let object) = json else { throw Problem(.invalidBody, "expected an object") }
    var html = part
    var payload: [UInt8]?
    for member in object.members {
      switch (member.name, member.value) {
      case ("html", .string(let text)) where part == nil: html = Array(text.utf8)
      case ("kind", .string(let name)): kind = name
      case ("payload", let value): payload = Array(value.text.utf8)
      case ("page_size", .string(let text)): pageSize = try Self.pageSize(text)
      case ("tagged", .bool(let flag)): isTagged = flag
      case ("conformance", .string(let names)): conformance = try Self.conformance(names)
      case ("fit_width", .bool(let flag)): widths.fitsContent = flag
      case ("media_width", .number(let number)):
        guard let width = Int(number), WidthSettings.mediaLimits.contains(width) else {
          let limits = WidthSettings.mediaLimits
          throw Problem(
            .invalidBody, "expected a whole number from \(limits.lowerBound) to \(limits.upperBound)",
            field: member.name)
        }
        widths.media = width
      case ("html", _), ("kind", _), ("page_size", _), ("conformance", _):
        throw Problem(.invalidBody, "expected a string", field: member.name)
      case ("tagged", _), ("fit_width", _):
        throw Problem(.invalidBody, "expected true or false", field: member.name)
      case ("media_width", _): throw Problem(.invalidBody, "expected a number", field: member.name)
      default:
        throw Problem(
          .invalidBody,
          "unknown member; known are html, kind, payload, page_size, fit_width, media_width, tagged and conformance",
          field: member.name)
      }
    }
    if kind != nil { try Self.checkOfKind(object, widths) }
    content = try Self.content(html: html, kind: kind, payload: payload, kinds)
  }

  private static func content(
    html: [UInt8]?, kind: String?, payload: [UInt8]?, _ kinds: JobKinds
  ) throws(Problem) -> [UInt8] {
    switch (html, kind, payload) {
    case (let html?, nil, nil): return html
    case (nil, let kind?, let payload?):
      guard let known = kinds[kind] else {
        throw Problem(
          .invalidBody, "unknown kind; known are \(kinds.names.sorted().joined(separator: ", "))", field: "kind")
      }
      guard known.composer != .archive else {
        throw Problem(.invalidBody, "archives are made by jobs: POST /v1/jobs", field: "kind")
      }
      return payload
    default: throw Problem(.invalidBody, "send either html, or kind and payload")
    }
  }

  private static func conformance(_ names: String) throws(Problem) -> String {
    do throws(CompositionError) {
      _ = try ConformanceRequest(named: names)
      return names
    } catch {
      throw Problem(.invalidBody, error.message, field: "conformance")
    }
  }

  private static func pageSize(_ text: String) throws(Problem) -> PaperSize {
    guard let size = PaperSize(text) else {
      throw Problem(.invalidBody, "unknown page size; use A4, letter landscape or 210mm 297mm", field: "page_size")
    }
    return size
  }
}
