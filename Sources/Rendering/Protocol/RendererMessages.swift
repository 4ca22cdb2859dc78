import Foundation

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
