import Diagnostics
import Foundation
import Networking

/// Fetches images that documents refer to by URL, from allowed hosts. Private addresses are refused, and redirects may
/// lead to allowed hosts only.
struct RemoteImageFetcher: Sendable {
  struct Limits: Sendable {
    /// Images of one document.
    var count = 50
    /// Bytes of one image.
    var bytes = 10 << 20
    /// Bytes of all images of one document.
    var totalBytes = 50 << 20
    var redirects = 3
    /// Time for one image, with its redirects.
    var time = Duration.seconds(10)
    /// Time for all images of one document.
    var totalTime = Duration.seconds(30)
    /// Images that are fetched at the same time.
    var concurrency = 4
  }

  /// The reason for which an image was not fetched, as a clause of a sentence.
  struct Refusal: Error, Hashable, Sendable {
    var reason: String
  }

  private let client: HTTPClient
  private let limits: Limits

  init(addresses: AddressPolicy, limits: Limits = Limits()) {
    client = HTTPClient(addresses: addresses)
    self.limits = limits
  }

  /// Fetches images, each once.
  /// - Parameter addresses: in the order of the document; later ones are refused if there are too many.
  func fetch(_ addresses: [String], from hosts: [ImageHost]) async -> [String: Result<[UInt8], Refusal>] {
    var found: [String: Result<[UInt8], Refusal>] = [:]
    for address in addresses.dropFirst(limits.count) {
      found[address] = .failure(Refusal(reason: "a document can have at most \(limits.count) images of other hosts"))
    }
    let end = ContinuousClock.now + limits.totalTime
    var total = 0
    var rest = addresses.prefix(limits.count)
    while !rest.isEmpty {
      let next = rest.prefix(limits.concurrency)
      rest = rest.dropFirst(limits.concurrency)
      await withTaskGroup(of: (String, Result<[UInt8], Refusal>).self) { group in
        for address in next {
          group.addTask { (address, await fetch(address, from: hosts, until: deadline(before: end))) }
        }
        for await (address, result) in group { found[address] = result }
      }
      // In the order of the document, so that the same images are refused each time.
      for address in next {
        guard case .success(let bytes)? = found[address] else { continue }
        if total + bytes.count > limits.totalBytes {
          found[address] = .failure(
            Refusal(reason: "the images of the document have more than \(limits.totalBytes >> 20) MB together"))
        } else {
          total += bytes.count
        }
      }
    }
    return found
  }

  /// The time when an image must be complete, and the reason for its error if it is not.
  private struct Deadline {
    var end: ContinuousClock.Instant
    var reason: String
  }

  /// The end of the time for an image that begins now.
  /// - Parameter end: of the time for all images.
  private func deadline(before end: ContinuousClock.Instant) -> Deadline {
    let own = ContinuousClock.now + limits.time
    if own < end { return Deadline(end: own, reason: "it was not complete after \(Self.seconds(limits.time))") }
    return Deadline(
      end: end, reason: "the images of the document were not complete after \(Self.seconds(limits.totalTime))")
  }

  private static func seconds(_ time: Duration) -> String { counted(time.components.seconds, "second") }

  private func fetch(
    _ address: String, from hosts: [ImageHost], until deadline: Deadline
  ) async -> Result<[UInt8], Refusal> {
    do throws(Refusal) {
      return .success(try await image(at: address, from: hosts, until: deadline))
    } catch {
      return .failure(error)
    }
  }

  private func image(
    at address: String, from hosts: [ImageHost], until deadline: Deadline
  ) async throws(Refusal) -> [UInt8] {
    var url = address.hasPrefix("//") ? "https:" + address : address
    for _ in 0...limits.redirects {
      let response = try await response(to: String(url.prefix { $0 != "#" }), from: hosts, until: deadline)
      guard [301, 302, 303, 307, 308].contains(response.status) else { return try Self.content(of: response) }
      guard let location = response["Location"],
        let next = URL(string: location, relativeTo: URL(string: url))?.absoluteString
      else { throw Refusal(reason: "the server redirects without an address") }
      url = next
    }
    throw Refusal(reason: "the server redirects more than \(limits.redirects) times")
  }

  private func response(
    to url: String, from hosts: [ImageHost], until deadline: Deadline
  ) async throws(Refusal) -> HTTPResponse {
    do throws(NetworkError) {
      let endpoint = try Endpoint(url: url, ports: ImageHost.ports)
      guard hosts.contains(where: { $0.allows(endpoint) }) else {
        throw NetworkError(
          code: .addressForbidden, message: "the tenant does not allow images of this server", place: endpoint.host)
      }
      let time = deadline.end - .now
      guard time > .zero else { throw NetworkError(code: .timedOut, message: "the time is over", place: endpoint.host) }
      return try await client.send(
        HTTPRequest(
          method: "GET", url: url, headers: [("Accept", "image/*"), ("User-Agent", "Pressrun")], timeout: time,
          responseLimit: limits.bytes))
    } catch {
      switch error.code {
      case .tooLarge: throw Refusal(reason: "it has more than \(limits.bytes >> 20) MB")
      case .timedOut: throw Refusal(reason: deadline.reason)
      default: throw Refusal(reason: error.message)
      }
    }
  }

  private static func content(of response: HTTPResponse) throws(Refusal) -> [UInt8] {
    guard response.status == 200 else { throw Refusal(reason: "the server answered with status \(response.status)") }
    let type = (response["Content-Type"] ?? "").lowercased()
    guard type.hasPrefix("image/") || type.hasPrefix("application/octet-stream") || type.isEmpty else {
      throw Refusal(reason: "the server sent \(String(type.prefix(60))) instead of an image")
    }
    return response.body
  }
}
