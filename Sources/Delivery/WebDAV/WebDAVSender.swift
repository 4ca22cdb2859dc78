import Encodings
import Foundation
import Networking
import ObjectStorage

/// Stores documents on a WebDAV server.
///
/// A document appears whole or not at all: it is uploaded under a temporary name in its collection, and moved without
/// replacing anything. The same delivery again finds its file and succeeds. If the name is taken by different content,
/// the configuration decides.
package struct WebDAVSender: FileSender {
  private let configuration: WebDAVConfiguration
  /// The address under which the server is configured; the rest of a destination's address are collections below the
  /// URL.
  private let name: String?
  private let server: WebDAVServer

  /// - Parameter name: the configured address (`share` for `webdav:share`); nil if it is configured for all addresses.
  init(_ configuration: WebDAVConfiguration, name: String?, server: WebDAVServer) {
    self.configuration = configuration
    self.name = name
    self.server = server
  }

  package func store(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let path = try DeliveryPath(request, template: configuration.name, below: name)
    let document = request.document
    let distinct = PathText.distinct(path.file, sha256: document.sha256)
    let names = configuration.onConflict == .rename ? [path.file, distinct] : [path.file]
    if request.attempt > 1 || request.mayHaveArrived {
      for file in names where try await server.isSame(url(path, file), document) {
        return try await receipt(url(path, file), document, existed: true)
      }
    }
    switch configuration.upload {
    case .rename: return try await uploadAndMove(request, path, names)
    case .direct: return try await uploadDirectly(document, path, names)
    }
  }

  package func close() async { server.client.close() }

  private func url(_ path: DeliveryPath, _ file: String) -> String {
    let parts = (path.folders + [file]).map { PercentEncoding.encode($0) }
    return configuration.url + "/" + parts.joined(separator: "/")
  }

  private func uploadAndMove(
    _ request: DeliveryRequest, _ path: DeliveryPath, _ names: [String]
  ) async throws(SendError) -> Receipt {
    let document = request.document
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = url(path, "\(PathText.temporaryPrefix)\(request.id)-\(random).part")
    do throws(SendError) {
      try await put(document, temporary, path, headers: [])
      guard try await server.properties(temporary)?.bytes ?? document.bytes == document.bytes else {
        throw incomplete(temporary)
      }
      for file in names {
        let target = url(path, file)
        if try await move(temporary, to: target) { return try await receipt(target, document, existed: false) }
        if try await server.isSame(target, document) {
          await server.remove(temporary)
          return try await receipt(target, document, existed: true)
        }
      }
      throw taken(url(path, path.file))
    } catch {
      await server.remove(temporary)
      throw error
    }
  }

  private func uploadDirectly(
    _ document: DeliveredDocument, _ path: DeliveryPath, _ names: [String]
  ) async throws(SendError) -> Receipt {
    for file in names {
      let target = url(path, file)
      if try await put(document, target, path, headers: [(name: "If-None-Match", value: "*")]) {
        try await confirm(target, document)
        return try await receipt(target, document, existed: false)
      }
      if try await server.isSame(target, document) { return try await receipt(target, document, existed: true) }
    }
    throw taken(url(path, path.file))
  }

  /// Checks that the server has the document under its name, and removes what it has instead. A server that only asks
  /// for a login answers 200 to everything. Some servers permit no reading; then the answer to the upload counts.
  private func confirm(_ url: String, _ document: DeliveredDocument) async throws(SendError) {
    let found: (bytes: Int?, etag: String?)?
    do throws(SendError) {
      found = try await server.properties(url)
    } catch {
      return
    }
    if let found, found.bytes ?? document.bytes == document.bytes { return }
    await server.remove(url)
    throw incomplete(url)
  }

  private func incomplete(_ url: String) -> SendError {
    SendError(
      code: "incomplete", message: "\(url): the server has not stored the document, or only a part of it",
      retry: .later(notBefore: nil))
  }

  /// Uploads the document, and creates missing collections first.
  /// - Returns: false if a condition of the headers does not hold.
  @discardableResult
  private func put(
    _ document: DeliveredDocument, _ url: String, _ path: DeliveryPath, headers: [(name: String, value: String)]
  ) async throws(SendError) -> Bool {
    let headers = headers + [(name: "Content-Type", value: document.mediaType)]
    let body = HTTPRequest.Body.file(path: document.path, offset: 0, length: document.bytes)
    var response = try await server.send("PUT", url, headers: headers, body: body)
    // RFC 4918, section 9.7.1, prescribes 409; some servers answer 404 or 403.
    if [403, 404, 409].contains(response.status), !path.folders.isEmpty {
      try await server.makeCollections(path.folders, below: configuration.url)
      response = try await server.send("PUT", url, headers: headers, body: body)
    }
    switch response.status {
    case 200...299: return true
    case 412 where headers.count > 1: return false
    default: throw WebDAVServer.failure(response, "PUT", url)
    }
  }

  /// - Returns: false if the target exists.
  private func move(_ url: String, to target: String) async throws(SendError) -> Bool {
    let response = try await server.send(
      "MOVE", url, headers: [(name: "Destination", value: target), (name: "Overwrite", value: "F")])
    switch response.status {
    case 200, 201, 204: return true
    case 412: return false
    default: throw WebDAVServer.failure(response, "MOVE", url)
    }
  }

  private func taken(_ url: String) -> SendError {
    SendError(
      code: "name_taken",
      message: "\(url): the name is taken by different content; use a name template with {delivery} or {sha256}",
      retry: .never)
  }

  private func receipt(
    _ url: String, _ document: DeliveredDocument, existed: Bool
  ) async throws(SendError) -> Receipt {
    // The file has been stored; without its ETag the receipt is complete enough.
    let etag = try? await server.properties(url)?.etag
    var details: [String: String] = [:]
    details["etag"] = etag
    if existed { details["existed"] = "true" }
    return Receipt(
      protocol: "webdav", address: url, time: Date(), remoteID: etag, bytes: document.bytes, sha256: document.sha256,
      details: details)
  }
}
