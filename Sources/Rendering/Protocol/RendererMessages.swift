import Foundation

import struct Composition.ArchiveRecord

/// What a worker asks of a renderer. The payload travels as the frame's body.
package struct RenderRequest: Codable, Hashable, Sendable {
  package var kind: String
  /// CPU time that this document may take, in seconds; the renderer dies of it (SIGXCPU).
  package var cpuSeconds: Int
  /// Private memory that the renderer may hold while it works on this document, in bytes.
  package var memory: Int
  /// When the job was enqueued, in seconds since 1970: stands in for dates that the payload leaves out.
  package var created: Int64

  package init(kind: String, created: Int64, cpuSeconds: Int, memory: Int) {
    self.kind = kind
    self.created = created
    self.cpuSeconds = cpuSeconds
    self.memory = memory
  }
}

/// What a renderer says of the PDF that it hands over.
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

  package var pages: [Page]
  package var warnings: [String]
  /// Milliseconds for each stage, by its name.
  package var timings: [String: Double]
  /// Of the archive of a document in the database: the worker records it.
  package var archive: ArchiveRecord?

  package init(
    pages: [Page], warnings: [String] = [], timings: [String: Double] = [:], archive: ArchiveRecord? = nil
  ) {
    self.pages = pages
    self.warnings = warnings
    self.timings = timings
    self.archive = archive
  }
}

/// Why a document was not rendered.
package struct RenderFailure: Error, Codable, Hashable, Sendable {
  /// A short fixed word: the composer's own code, or `crashed`, `forbidden`, `timeout`, `memory`,
  /// `protocol`, `too_large`.
  package var code: String
  /// For a person.
  package var message: String
  /// A JSON path, file or offset; empty where there is none.
  package var place: String
  /// Whether another attempt cannot turn out otherwise: bad input.
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
  case render(RenderRequest, payload: [UInt8])
}

/// Renderer to worker.
package enum RendererMessage: Hashable, Sendable {
  /// Sent once, when the renderer has set its limits and loaded its fonts and job kinds. Says why it still has all system
  /// calls; nil where it gave them up.
  case ready(sandboxProblem: String?)
  /// Pages of the document laid out so far; sent now and then.
  case progress(pages: Int)
  case rendered(RenderReport, pdf: [UInt8])
  case failed(RenderFailure)
}

extension WorkerMessage {
  private enum Header: Codable { case render(RenderRequest) }

  package init(_ frame: Frame) throws(RenderingError) {
    switch try decodeHeader(Header.self, frame) {
    case .render(let request): self = .render(request, payload: frame.body)
    }
  }

  package func frame() throws(RenderingError) -> Frame {
    switch self {
    case .render(let request, let payload): try encode(Header.render(request), body: payload)
    }
  }
}

extension RendererMessage {
  private enum Header: Codable {
    case ready(sandboxProblem: String?)
    case progress(pages: Int)
    case rendered(RenderReport)
    case failed(RenderFailure)
  }

  package init(_ frame: Frame) throws(RenderingError) {
    switch try decodeHeader(Header.self, frame) {
    case .ready(let problem): self = .ready(sandboxProblem: problem)
    case .progress(let pages): self = .progress(pages: pages)
    case .rendered(let report): self = .rendered(report, pdf: frame.body)
    case .failed(let failure): self = .failed(failure)
    }
  }

  package func frame() throws(RenderingError) -> Frame {
    switch self {
    case .ready(let problem): try encode(Header.ready(sandboxProblem: problem), body: [])
    case .progress(let pages): try encode(Header.progress(pages: pages), body: [])
    case .rendered(let report, let pdf): try encode(Header.rendered(report), body: pdf)
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
