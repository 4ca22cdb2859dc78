import CCurl

/// An easy handle of libcurl. Used by one thread at a time.
final class CurlHandle {
  let pointer: UnsafeMutableRawPointer
  /// The first option that libcurl refused.
  private(set) var failure: CURLcode?
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var lists: [UnsafeMutablePointer<curl_slist>] = []

  init() {
    CurlLibrary.start()
    guard let pointer = curl_easy_init() else { preconditionFailure("libcurl has no memory for a handle") }
    self.pointer = pointer
    reset()
  }

  deinit {
    curl_easy_cleanup(pointer)
    for list in lists { curl_slist_free_all(list) }
    errorText.deallocate()
  }

  /// Sets all options to the values that every transfer has.
  func reset() {
    curl_easy_reset(pointer)
    for list in lists { curl_slist_free_all(list) }
    lists = []
    failure = nil
    errorText.initialize(repeating: 0)
    set(CURLOPT_ERRORBUFFER, pointer: errorText.baseAddress)
    set(CURLOPT_NOSIGNAL, 1)
    // No proxies from the environment.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_NOPROXY, "*")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    // As long as SMTP and SFTP wait; the time includes the TLS handshake.
    set(CURLOPT_CONNECTTIMEOUT_MS, 30_000)
    set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
  }

  func set(_ option: CURLoption, _ value: Int) { record(pressrun_curl_set_long(pointer, option, value)) }

  /// Sets an option of type `curl_off_t`.
  func set(_ option: CURLoption, offset value: Int) {
    record(pressrun_curl_set_offset(pointer, option, curl_off_t(value)))
  }

  /// libcurl copies the text.
  func set(_ option: CURLoption, _ text: String) {
    // The C string would end there.
    if text.utf8.contains(0) { return record(CURLE_BAD_FUNCTION_ARGUMENT) }
    record(pressrun_curl_set_text(pointer, option, text))
  }

  /// The pointer must stay valid until the transfer has ended.
  func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer?) {
    record(pressrun_curl_set_pointer(pointer, option, value))
  }

  /// Keeps the list until the handle is reset.
  func set(_ option: CURLoption, list texts: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for text in texts {
      guard let longer = curl_slist_append(list, text) else { preconditionFailure("libcurl has no memory for a list") }
      list = longer
    }
    if let list { lists.append(list) }
    record(pressrun_curl_set_list(pointer, option, list))
  }

  func set(_ option: CURLoption, dataFunction: @escaping CurlCallbacks.Data) {
    record(pressrun_curl_set_data_function(pointer, option, dataFunction))
  }

  func record(_ code: CURLcode) { if code != CURLE_OK, failure == nil { failure = code } }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return pressrun_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return pressrun_curl_get_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard pressrun_curl_get_text(pointer, info, &value) == CURLE_OK, let value else { return nil }
    return String(cString: value)
  }

  /// libcurl's description of the last failure; empty if it gave none.
  var problem: String { String(cString: errorText.baseAddress!) }
}

/// The process-wide state of libcurl.
enum CurlLibrary {
  private static let initialization: Void = {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { preconditionFailure("libcurl cannot be used") }
  }()

  /// Initializes libcurl once.
  static func start() { initialization }
}
