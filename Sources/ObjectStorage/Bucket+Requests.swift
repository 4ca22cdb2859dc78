import Networking
import OperatingSystem

/// A request before it is signed.
struct BucketRequest: Sendable {
  var method: String
  /// It is empty for the bucket itself.
  var key: String
  var query: [(name: String, value: String)] = []
  var headers: [(name: String, value: String)] = []
  /// The client states the length of a body that is present, also of an empty one, which storages require in POST.
  var body = HTTPRequest.Body.none
  /// The SHA-256 of the body in hexadecimal digits.
  var bodySHA256 = Self.emptySHA256
  var bodyBytes = 0
  var longestAnswer = 4 << 20
  /// Whether it is sent again if the storage is overloaded or out of reach.
  var isRepeatable = true
  /// Receives the body of the answer.
  var sink: DownloadSink?

  static let emptySHA256 = SHA256.hash(data: []).hex
}

extension Bucket {
  /// Sends a request until it is answered, or until the limit of attempts is reached.
  /// - Returns: an answer with a status from 200 to 299.
  func send(_ request: BucketRequest) async throws(ObjectStorageError) -> HTTPResponse {
    if !request.key.isEmpty { try BucketLocation.check(key: request.key) }
    var mayHaveTakenEffect = false
    var delay = limits.firstDelay
    for attempt in 1... {
      request.sink?.restart()
      var failure: ObjectStorageError
      var wait = delay * Double.random(in: 0.5...1)
      do throws(NetworkError) {
        let response = try await exchange(signed(request))
        if (200...299).contains(response.status) { return response }
        failure = ObjectStorageError(response, place: location.place(of: request.key))
        if let pause = response.retryAfter(now: Int(clock.now().seconds)) { wait = max(wait, pause) }
      } catch {
        failure = ObjectStorageError(error, place: location.place(of: request.key))
        if let sinkFailure = request.sink?.failure { failure = sinkFailure.error(at: failure.place) }
      }
      mayHaveTakenEffect = mayHaveTakenEffect || failure.mayHaveTakenEffect
      failure.mayHaveTakenEffect = mayHaveTakenEffect
      guard failure.code == .unavailable, request.isRepeatable, attempt < limits.attempts else { throw failure }
      do {
        try await clock.sleep(min(wait, limits.longestDelay))
      } catch {
        failure.code = .cancelled
        throw failure
      }
      delay = min(delay * 2, limits.longestDelay)
    }
    preconditionFailure("the loop ends by returning or throwing")
  }

  private func signed(_ request: BucketRequest) -> HTTPRequest {
    let path = location.path(of: request.key)
    let signature = S3Signature(credentials: credentials, region: location.region, time: clock.now())
    let headers = signature.headers(
      of: .init(
        method: request.method, host: location.host, path: path, query: request.query, headers: request.headers),
      payloadHash: request.bodySHA256)
    let query = request.query.isEmpty ? "" : "?" + S3Signature.encoded(request.query)
    // The length of a download is not known yet.
    let timeout = request.sink == nil ? limits.timeout(bytes: request.bodyBytes) : .seconds(3600)
    var signed = HTTPRequest(
      method: request.method, url: "\(location.scheme)://\(location.host)\(path)\(query)", headers: headers,
      body: request.body, timeout: timeout, responseLimit: request.longestAnswer)
    if let sink = request.sink { signed.receive = { sink.receive($0) } }
    return signed
  }
}
