import Encodings
import Foundation
import Networking
import ObjectStorage
import OperatingSystem
import Synchronization

/// The requests to a WebDAV server, each with the errors for its responses.
struct WebDAVServer: Sendable {
  let client: HTTPClient
  let credentials: HTTPCredentials?
  let timeout: Duration

  /// The answer to a request, with any status.
  func send(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [],
    body: HTTPRequest.Body = .none, receive: (@Sendable ([UInt8]) -> Bool)? = nil
  ) async throws(SendError) -> HTTPResponse {
    do throws(NetworkError) {
      return try await client.send(
        HTTPRequest(
          method: method, url: url, headers: headers, body: body, credentials: credentials, timeout: timeout,
          receive: receive))
    } catch {
      throw SendError(error)
    }
  }

  /// Length and ETag of a file; nil if there is none.
  func properties(_ url: String) async throws(SendError) -> (bytes: Int?, etag: String?)? {
    let response = try await send("HEAD", url)
    switch response.status {
    case 200: return (response["Content-Length"].flatMap { Int($0) }, response["ETag"])
    case 404, 410: return nil
    default: throw Self.failure(response, "HEAD", url)
    }
  }

  /// Whether the file has these bytes.
  func isSame(_ url: String, _ document: DeliveredDocument) async throws(SendError) -> Bool {
    guard let (bytes, _) = try await properties(url), bytes ?? document.bytes == document.bytes else { return false }
    let hash = ReceivedHash(limit: document.bytes)
    let response: HTTPResponse
    do throws(SendError) {
      response = try await send("GET", url, receive: { hash.add($0) })
    } catch {
      if hash.isTooLong { return false }
      throw error
    }
    guard response.status == 200 else { throw Self.failure(response, "GET", url) }
    return hash.hex == document.sha256
  }

  /// Creates the collections of a path from the top, as far as they do not exist.
  func makeCollections(_ names: [String], below root: String) async throws(SendError) {
    var url = root
    for name in names {
      url += "/" + PercentEncoding.encode(name)
      let response = try await send("MKCOL", url + "/")
      // Another delivery may have created it (405); some servers report that as a conflict of the name.
      guard [200, 201, 204, 301, 405].contains(response.status) else {
        throw Self.failure(response, "MKCOL", url)
      }
    }
  }

  /// Removes a file. Errors are ignored, and cancellation does not prevent it.
  func remove(_ url: String) async {
    await Task { _ = try? await send("DELETE", url) }.value
  }

  /// The error that an answer means.
  static func failure(_ response: HTTPResponse, _ method: String, _ url: String) -> SendError {
    let place = String(url.prefix(500))
    let now = Int(Date().timeIntervalSince1970)
    let delay = response.retryAfter(now: now).map { min($0, .seconds(86_400)) }
    func later(_ code: String, _ what: String, isDown: Bool = true) -> SendError {
      SendError(
        code: code, message: "\(place): \(what) (\(method): HTTP \(response.status))", retry: .later(notBefore: delay),
        isOutcomeUnknown: method != "HEAD" && [500, 502, 504].contains(response.status), isDestinationDown: isDown)
    }
    switch response.status {
    case 300...399:
      return later("redirected", "the server redirects to another URL, which is not followed; correct the URL")
    case 401, 403:
      return later("access_denied", "the server refuses the user or the password, or the user may not write here")
    case 404: return later("collection_missing", "there is no such collection; create the one that the URL names")
    case 405, 501:
      return later(
        "not_webdav", "the server does not support \(method); check that the URL is that of a WebDAV collection")
    case 408, 425, 429, 500, 502, 503, 504: return later("unavailable", "the server is overloaded or out of order")
    case 409: return later("collection_missing", "a collection of the path is missing", isDown: false)
    case 423: return later("locked", "the file is locked by another client", isDown: false)
    case 507: return later("full", "the server has no space left")
    case 413:
      return SendError(
        code: "too_large", message: "\(place): the document is larger than the server accepts (HTTP 413)", retry: .never
      )
    default:
      return SendError(
        code: "refused", message: "\(place): the server refuses the document (\(method): HTTP \(response.status))",
        retry: .never)
    }
  }
}

/// Computes the SHA-256 of bytes while they are received.
private final class ReceivedHash: Sendable {
  private let limit: Int
  private let state = Mutex((hash: SHA256(), bytes: 0))

  /// - Parameter limit: of bytes.
  init(limit: Int) { self.limit = limit }

  /// - Returns: false beyond the limit.
  func add(_ chunk: [UInt8]) -> Bool {
    state.withLock { state in
      state.bytes += chunk.count
      guard state.bytes <= limit else { return false }
      state.hash.update(data: chunk)
      return true
    }
  }

  var isTooLong: Bool { state.withLock { $0.bytes > limit } }
  var hex: String { state.withLock { $0.hash.finalize().hex } }
}
