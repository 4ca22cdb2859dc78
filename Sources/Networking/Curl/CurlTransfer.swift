import CCurl
import Synchronization

/// One transfer: its settings, its data and its failure.
///
/// Sendable: `cancellation` is locked; all other variables are used only by the thread of the `CurlLoop` after the
/// transfer was submitted, and the callbacks of libcurl run on that thread.
final class CurlTransfer: @unchecked Sendable {
  /// Limits the headers, or the lines of the server's answers, of one transfer.
  static let headerLimit = 256 << 10

  /// The URL in messages: without credentials and query.
  let place: String
  let host: PinnedHost
  let policy: AddressPolicy
  /// Sets the options of the protocol.
  let configure: (CurlHandle, CurlTransfer) -> Void
  /// Whether libcurl may send the request again if a connection that was used before turns out to be closed.
  var isRepeatable = false
  var body: TransferBody?
  /// Receives header lines, or the lines of the server's answers (SMTP), with their line ends. False ends the transfer
  /// with `failure`.
  var receiveLine: ([UInt8], CurlTransfer) -> Bool = { _, _ in true }
  /// Receives data. False ends the transfer with `failure`.
  var receiveData: (UnsafeRawBufferPointer, CurlTransfer) -> Bool = { _, _ in true }

  /// The reason for which a callback ended the transfer.
  var failure: NetworkError?
  /// The bytes of all header lines.
  var headerBytes = 0
  /// How many times a request was begun, repetitions included.
  var requests = 0

  private let cancellation = Mutex(false)

  init(
    place: String, host: PinnedHost, policy: AddressPolicy, configure: @escaping (CurlHandle, CurlTransfer) -> Void
  ) {
    self.place = place
    self.host = host
    self.policy = policy
    self.configure = configure
  }

  var isCancelled: Bool { cancellation.withLock { $0 } }

  func requestCancellation() { cancellation.withLock { $0 = true } }

  /// Ends the transfer with an error. The callback that called this must then report a failure to libcurl.
  func fail(_ code: NetworkError.Code, _ message: String) {
    if failure == nil { failure = NetworkError(code: code, message: message, place: place) }
  }

  /// Sets the options of a handle.
  func prepare(_ handle: CurlHandle) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    handle.set(CURLOPT_RESOLVE, list: host.resolveEntry.map { [$0] } ?? [])
    handle.record(pressrun_curl_set_socket_function(handle.pointer, CurlCallbacks.openSocket))
    handle.set(CURLOPT_OPENSOCKETDATA, pointer: context)
    handle.record(pressrun_curl_set_request_function(handle.pointer, CurlCallbacks.beginRequest))
    handle.set(CURLOPT_PREREQDATA, pointer: context)
    handle.set(CURLOPT_WRITEFUNCTION, dataFunction: CurlCallbacks.write)
    handle.set(CURLOPT_WRITEDATA, pointer: context)
    handle.set(CURLOPT_HEADERFUNCTION, dataFunction: CurlCallbacks.header)
    handle.set(CURLOPT_HEADERDATA, pointer: context)
    if body != nil {
      handle.set(CURLOPT_READFUNCTION, dataFunction: CurlCallbacks.read)
      handle.set(CURLOPT_READDATA, pointer: context)
      handle.record(pressrun_curl_set_seek_function(handle.pointer, CurlCallbacks.seek))
      handle.set(CURLOPT_SEEKDATA, pointer: context)
    }
    configure(handle, self)
  }
}

/// The end of a transfer.
struct CurlOutcome: Sendable {
  var code: CURLcode
  /// The reason of a callback or of a cancellation.
  var failure: NetworkError?
  /// libcurl's text about the failure.
  var problem: String
  /// The error number of the last failed system call; 0 if there is none.
  var systemError: Int32
  /// The protocol's last response code, such as 200 (HTTP) or 250 (SMTP); 0 if there was no response.
  var status: Int
  /// The bytes of the body that were given to the connection.
  var uploaded: Int
  /// The bytes of requests (HTTP).
  var requestBytes: Int
  /// Whether the connection was ready for the request.
  var wasConnected: Bool
  /// The address of the server; empty if there was no connection.
  var address: String
  var elapsed: Duration
}
