import CCurl
import OperatingSystem

/// One request on its way, and the answer as it arrives.
///
/// Sendable: the answer is written by the thread of the `CurlLoop` and read after the transfer has ended.
final class HTTPExchange: @unchecked Sendable {
  /// Bodies up to this size are sent together with the headers.
  private static let smallBody = 60 << 10
  /// Methods without effect (RFC 9110 §9.2.1, RFC 4918 §9.1).
  private static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "PROPFIND"]

  private let request: HTTPRequest
  private let requestHeaders: [String]
  private let tls: TLSSettings
  private let remaining: Duration
  private let endpoint: Endpoint

  private var status = 0
  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  /// Whether the transfer was ended because the answer is longer than the limit.
  private(set) var isCut = false

  init(
    _ request: HTTPRequest, headers: [String], tls: TLSSettings, remaining: Duration, endpoint: Endpoint
  ) {
    self.request = request
    requestHeaders = headers
    self.tls = tls
    self.remaining = remaining
    self.endpoint = endpoint
  }

  var bodyLength: Int {
    switch request.body {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(_, _, let length): length
    case .bytesAndFile(let bytes, _, let length): bytes.count + length
    }
  }

  func transfer(to host: PinnedHost, policy: AddressPolicy) -> CurlTransfer {
    let transfer = CurlTransfer(place: endpoint.place, host: host, policy: policy) { handle, transfer in
      self.configure(handle, transfer)
    }
    transfer.isRepeatable = Self.safeMethods.contains(request.method)
    transfer.receiveLine = { line, _ in self.receive(line: line) }
    transfer.receiveData = { self.receive(data: $0, $1) }
    switch request.body {
    case .none: break
    case .bytes(let bytes):
      if bytes.count > Self.smallBody { transfer.body = TransferBody(.bytes(bytes), length: bytes.count) }
    case .file(let path, let offset, let length):
      transfer.body = TransferBody(.file(path: path, offset: offset), length: length)
    case .bytesAndFile(let bytes, let path, let length):
      transfer.body = TransferBody(.bytesAndFile(bytes, path: path), length: bytes.count + length)
    }
    return transfer
  }

  private func configure(_ handle: CurlHandle, _ transfer: CurlTransfer) {
    handle.set(CURLOPT_URL, request.url)
    handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
    // With HTTP/2, libcurl 7.88 takes an answer that precedes the end of an upload (RFC 9113 §8.1) for an error.
    handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    // "/../" in paths is not normalized, because it is part of what was signed.
    handle.set(CURLOPT_PATH_AS_IS, 1)
    handle.set(tls)
    setLimits(handle)
    setBody(handle, transfer)
    handle.set(CURLOPT_HTTPHEADER, list: requestHeaders)
    switch request.credentials {
    case .basic(let user, let password):
      handle.set(CURLOPT_HTTPAUTH, 1)
      handle.set(CURLOPT_USERNAME, user)
      handle.set(CURLOPT_PASSWORD, password)
    case .bearer, nil: break
    }
  }

  private func setLimits(_ handle: CurlHandle) {
    handle.set(CURLOPT_TIMEOUT_MS, max(1, Int(remaining.wholeMilliseconds)))
    handle.set(CURLOPT_LOW_SPEED_LIMIT, request.minimumSpeed)
    handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(request.stallLimit.wholeMilliseconds) / 1000))
  }

  private func setBody(_ handle: CurlHandle, _ transfer: CurlTransfer) {
    if let body = transfer.body {
      handle.set(CURLOPT_UPLOAD, 1)
      handle.set(CURLOPT_INFILESIZE_LARGE, offset: body.length)
    } else if case .bytes(let bytes) = request.body {
      handle.set(CURLOPT_POST, 1)
      handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bytes.count)
      bytes.withUnsafeBytes { bytes in
        // libcurl copies the bytes.
        let address = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
        var empty: UInt8 = 0
        withUnsafeMutableBytes(of: &empty) {
          handle.set(CURLOPT_COPYPOSTFIELDS, pointer: address ?? $0.baseAddress)
        }
      }
    } else if request.method == "HEAD" {
      handle.set(CURLOPT_NOBODY, 1)
      return
    }
    handle.set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func receive(line bytes: [UInt8]) -> Bool {
    let line = String(decoding: bytes, as: UTF8.self).trimmingLineEnd
    if line.hasPrefix("HTTP/") {
      // The headers of an interim response (1xx) precede those of the answer.
      headers = []
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...]
      headers.append((String(line[..<colon]), String(value.drop { $0 == " " || $0 == "\t" })))
    }
    return true
  }

  private func receive(data: UnsafeRawBufferPointer, _ transfer: CurlTransfer) -> Bool {
    if let receive = request.receive, (200...299).contains(status) {
      if receive(Array(data)) { return true }
      transfer.fail(.cancelled, "the receiver ended the transfer")
      return false
    }
    guard body.count + data.count <= request.responseLimit else {
      if request.cutsLongAnswers {
        body.append(contentsOf: data.prefix(request.responseLimit - body.count))
        isCut = true
        return false
      }
      transfer.fail(.tooLarge, "the answer exceeds \(request.responseLimit) bytes")
      return false
    }
    body.append(contentsOf: data)
    return true
  }
}

extension String {
  /// The line without CR and LF at the end.
  fileprivate var trimmingLineEnd: String {
    var text = Substring(self)
    // CR LF is one character.
    while let last = text.last, last == "\n" || last == "\r" || last == "\r\n" || last == " " { text.removeLast() }
    return String(text)
  }
}
