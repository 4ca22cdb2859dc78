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
