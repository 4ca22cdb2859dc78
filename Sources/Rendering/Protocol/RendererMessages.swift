import Foundation

import struct Composition.ArchiveRecord
import struct Composition.BoundPart
import enum Composition.SizeClass
import struct Composition.WidthSettings

/// A worker's request to a renderer. The payload is the frame's body.
package struct RenderRequest: Codable, Hashable, Sendable {
  package var kind: String
  /// CPU time that this document may take, in seconds. Exceeding it kills the renderer (SIGXCPU).
  package var cpuSeconds: Int
  /// Private memory that the renderer may hold while it renders this document, in bytes.
  package var memory: Int
  /// Time of the enqueue, in seconds since 1970: the default for dates that the payload omits.
  package var created: Int64
  /// What the renderer makes of the payload.
  package var output = Output.document
  /// The payload is HTML, which needs no kind; nil for a payload of the kind.
  package var html: HTMLOptions?
  /// The size of a page in CSS px, which overrides the kind's; nil for the kind's, or A4.
  package var pageSize: PageSize?
  /// The SHA-256 of the artifacts that the document can refer to as files, by their paths or URLs.
  package var assets: [String: String] = [:]
  /// The reasons for which images on other hosts were not fetched, by address.
  package var refusals: [String: String] = [:]
  /// Size classes of pages that the tenant may use, in addition to the kind's.
  package var supports: Set<SizeClass> = []
  /// Members that payloads of the tenant have if they do not state them: a JSON object by kind.
  package var defaults: [String: String] = [:]
  /// The version of the kind (`KindVersion.sha256`), which precedes its first request in a separate message; nil for
  /// the files of the installation.
  package var version: String?
  /// The file of that version; not part of the request.
  package var versionArchive: [UInt8] = []
  /// The tenant of the job; not sent to the renderer.
  package var tenant = ""
  /// Files that HTML may refer to, by their paths. They precede the request, in separate messages.
  package var files: [String: [UInt8]] = [:]

  /// The options of typesetting HTML.
  package struct HTMLOptions: Codable, Hashable, Sendable {
    /// CSS of style sheets that precede the document's own.
    package var stylesheets: [String] = []
    /// Whether the PDF is tagged.
    package var isTagged = false
    /// Names of the profiles to which the PDF conforms, separated by commas.
    package var conformance: String?
    package var widths = WidthSettings()
    /// Whether the HTML includes files of Markdown (`HTMLDocument.expandMarkdown`).
    package var includesMarkdown = false
    package init() {}
  }

  /// The size of a page in CSS px (1/96 inch).
  package struct PageSize: Codable, Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// What a renderer can make of a payload.
  package enum Output: String, Codable, Sendable {
    /// The files that the kind lists.
    case document
    /// One PDF, whatever the kind lists.
    case pdf
    /// The body of a mail (`MailReport`).
    case mail
    /// The addresses of images on other hosts (`RenderReport.remoteImages`); nothing is laid out.
    case remoteImages
  }

  private enum CodingKeys: CodingKey {
    case kind, cpuSeconds, memory, created, output, html, pageSize, assets, refusals, supports, defaults, version
  }

  package init(kind: String, created: Int64, cpuSeconds: Int, memory: Int, tenant: String = "") {
    self.kind = kind
    self.created = created
    self.cpuSeconds = cpuSeconds
    self.memory = memory
    self.tenant = tenant
  }
}

/// A renderer's description of the PDF that it has rendered.
package struct RenderReport: Codable, Hashable, Sendable {
  /// A page's size in points.
  package struct Page: Codable, Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// One for each page of the document, in order.
  package var pages: [Page]
  /// One sentence each.
  package var warnings: [String]
  /// Milliseconds by stage.
  package var timings: [String: Double]
  /// Manifest of an archive of a document in the database, which the worker records; otherwise nil.
  package var archive: ArchiveRecord?
  /// The parts of the body of a mail, if that was requested.
  package var mail: MailReport?
  /// The files in the body of the frame, the document first; empty if the body is one PDF without a name.
  package var files: [FileReport] = []
  /// The addresses of images on other hosts, if they were requested.
  package var remoteImages: [String] = []
  /// The parts of a binder; nil for other documents.
  package var parts: [BoundPart]?
  /// The fonts of the text of the PDF; nil if there is none.
  package var fonts: [Font]?

  /// A font that a document was drawn with.
  package struct Font: Codable, Hashable, Sendable {
    /// The full name in the font, such as `Carlito Bold`.
    package var name: String
    /// The name of its file; nil for a font of the document.
    package var file: String?
  }

  package init(
    pages: [Page], warnings: [String] = [], timings: [String: Double] = [:], archive: ArchiveRecord? = nil
  ) {
    self.pages = pages
    self.warnings = warnings
    self.timings = timings
    self.archive = archive
  }
}

/// The error for which a document was not rendered.
package struct RenderFailure: Error, Codable, Hashable, Sendable {
  /// A stable code: the composer's, or `crashed`, `forbidden`, `timeout`, `memory`, `protocol`, `too_large`.
  package var code: String
  /// A message for a person.
  package var message: String
  /// A JSON path, file or offset; empty if there is none.
  package var place: String
  /// Whether further attempts are bound to fail too, because the input is invalid.
  package var isPermanent: Bool

  package init(code: String, message: String, place: String = "", isPermanent: Bool) {
    self.code = code
    self.message = message
    self.place = place
    self.isPermanent = isPermanent
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// Worker to renderer.
package enum WorkerMessage: Hashable, Sendable {
  /// An artifact that the next document reads. Precedes the request.
  case artifact(sha256: String, bytes: [UInt8])
  /// A file that the next document may refer to. Precedes the request.
  case file(path: String, bytes: [UInt8])
  /// A version of a kind, which this renderer keeps. Precedes the first request that names it.
  case version(sha256: String, archive: [UInt8])
  case render(RenderRequest, payload: [UInt8])
}

/// Renderer to worker.
package enum RendererMessage: Hashable, Sendable {
  /// Sent once, after the renderer has set its limits and loaded fonts and job kinds. Contains one sentence for each
  /// layer of the sandbox that is not in force.
  case ready(sandboxProblems: [String])
  /// Pages of the document laid out so far; sent a few times a second.
  case progress(pages: Int)
  /// `body` is the body of the frame: a PDF, or the files that the report describes.
  case rendered(RenderReport, body: [UInt8])
  case failed(RenderFailure)
}

extension WorkerMessage {
  private enum Header: Codable {
    case artifact(sha256: String)
    case file(path: String)
    case version(sha256: String)
    case render(RenderRequest)
  }

  package init(_ frame: Frame) throws(RenderingError) {
    switch try decodeHeader(Header.self, frame) {
    case .artifact(let sha256): self = .artifact(sha256: sha256, bytes: frame.body)
    case .file(let path): self = .file(path: path, bytes: frame.body)
    case .version(let sha256): self = .version(sha256: sha256, archive: frame.body)
    case .render(let request): self = .render(request, payload: frame.body)
    }
  }

  package func frame() throws(RenderingError) -> Frame {
    switch self {
    case .artifact(let sha256, let bytes): try encode(Header.artifact(sha256: sha256), body: bytes)
    case .file(let path, let bytes): try encode(Header.file(path: path), body: bytes)
    case .version(let sha256, let archive): try encode(Header.version(sha256: sha256), body: archive)
    case .render(let request, let payload): try encode(Header.render(request), body: payload)
    }
  }
}

extension RendererMessage {
  private enum Header: Codable {
    case ready(sandboxProblems: [String])
    case progress(pages: Int)
    case rendered(RenderReport)
    case failed(RenderFailure)
  }

  package init(_ frame: Frame) throws(RenderingError) {
    switch try decodeHeader(Header.self, frame) {
    case .ready(let problems): self = .ready(sandboxProblems: problems)
    case .progress(let pages): self = .progress(pages: pages)
    case .rendered(let report): self = .rendered(report, body: frame.body)
    case .failed(let failure): self = .failed(failure)
    }
  }

  package func frame() throws(RenderingError) -> Frame {
    switch self {
    case .ready(let problems): try encode(Header.ready(sandboxProblems: problems), body: [])
    case .progress(let pages): try encode(Header.progress(pages: pages), body: [])
    case .rendered(let report, let body): try encode(Header.rendered(report), body: body)
    case .failed(let failure): try encode(Header.failed(failure), body: [])
    }
  }
}

private func decodeHeader<Header: Decodable>(_ type: Header.Type, _ frame: Frame) throws(RenderingError) -> Header {
  do {
    return try JSONDecoder().decode(type, from: Data(frame.header))
  } catch {
    throw RenderingError(
      code: .protocolViolation, message: "the header of a frame is not a message of the renderer protocol: \(error)")
  }
}

private func encode(_ header: some Encodable, body: [UInt8]) throws(RenderingError) -> Frame {
  do {
    return Frame(header: [UInt8](try JSONEncoder().encode(header)), body: body)
  } catch {
    throw RenderingError(code: .protocolViolation, message: "a message cannot be written as JSON: \(error)")
  }
}
