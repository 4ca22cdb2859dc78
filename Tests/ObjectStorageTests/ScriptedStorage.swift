import Dates
import Networking
import Synchronization

@testable import ObjectStorage

/// Answers requests as a test prescribes, and keeps the requests and the delays between them.
final class ScriptedStorage: Sendable {
  enum Response: Sendable {
    case response(Int, headers: [String: String] = [:], body: String = "")
    case failure(NetworkError.Code, mayHaveTakenEffect: Bool = false)
  }

  private struct State {
    var answers: [Response]
    var requests: [HTTPRequest] = []
    var delays: [Duration] = []
    var time = 1_369_353_600
  }

  private let state: Mutex<State>

  init(_ answers: [Response]) { state = Mutex(State(answers: answers)) }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// Method and query or key of each request.
  var summary: [String] {
    requests.map { "\($0.method) " + $0.url.replacing("https://storage.example/reports", with: "") }
  }
  var delays: [Duration] { state.withLock { $0.delays } }

  func bucket(_ limits: TransferLimits = TransferLimits()) throws -> Bucket {
    let clock = StorageClock(
      now: { self.state.withLock { Timestamp(seconds: Int64($0.time)) } },
      sleep: { delay in
        self.state.withLock { state in
          state.delays.append(delay)
          state.time += 1
        }
        try Task.checkCancellation()
      })
    return Bucket(
      try BucketLocation(bucket: "reports", region: "eu", endpoint: "https://storage.example"),
      credentials: S3Credentials(accessKey: "key", secretKey: "secret"), limits: limits, clock: clock
    ) { request throws(NetworkError) in
      try self.answer(request)
    }
  }

  private func answer(_ request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.isEmpty ? .response(500) : state.answers.removeFirst()
    }
    switch answer {
    case .response(let status, var headers, let body):
      // Storages answer with the ETag of what they have stored.
      if status == 200, request.method == "PUT", headers.isEmpty { headers = ["ETag": "\"stored\""] }
      return HTTPResponse(
        status: status, headers: headers.map { (name: $0.key, value: $0.value) }, body: Array(body.utf8),
        address: "192.0.2.1:443")
    case .failure(let code, let mayHaveTakenEffect):
      throw NetworkError(
        code: code, message: "failed", place: "storage.example:443", mayHaveTakenEffect: mayHaveTakenEffect)
    }
  }
}

extension ScriptedStorage.Response {
  static func error(_ status: Int, _ code: String) -> Self {
    .response(status, body: "<Error><Code>\(code)</Code><Message>Because.</Message></Error>")
  }
}
