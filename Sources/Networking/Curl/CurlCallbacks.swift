import CCurl
import Glibc

/// The functions that libcurl calls during a transfer. The context is the `CurlTransfer`.
enum CurlCallbacks {
  typealias Data =
    @convention(c) (
      UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
    ) -> Int

  static let write: Data = { data, size, count, context in
    guard let data, let transfer = transfer(context) else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    // Any number other than the number of bytes ends the transfer.
    return transfer.receiveData(bytes, transfer) ? bytes.count : bytes.count + 1
  }

  static let header: Data = { data, size, count, context in
    guard let data, let transfer = transfer(context) else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    transfer.headerBytes += bytes.count
    guard transfer.headerBytes <= CurlTransfer.headerLimit else {
      transfer.fail(.tooLarge, "the headers of the answer exceed \(CurlTransfer.headerLimit) bytes")
      return bytes.count + 1
    }
    return transfer.receiveLine(Array(bytes), transfer) ? bytes.count : bytes.count + 1
  }

  static let read: Data = { data, size, count, context in
    guard let data, let transfer = transfer(context) else { return Int(CURL_READFUNC_ABORT) }
    do throws(NetworkError) {
      let buffer = UnsafeMutableRawBufferPointer(start: data, count: size * count)
      return try transfer.body?.read(into: buffer) ?? 0
    } catch {
      transfer.failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  static let seek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = { context, offset, origin in
    guard origin == SEEK_SET, transfer(context)?.body?.seek(to: Int(offset)) == true else { return CURL_SEEKFUNC_FAIL }
    return CURL_SEEKFUNC_OK
  }

  /// Opens a socket only to an allowed address. libcurl connects to the addresses of `PinnedHost`; this is the second
  /// check.
  static let openSocket:
    @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t = {
      context, _, address in
      guard let address, let transfer = transfer(context) else { return CURL_SOCKET_BAD }
      let length = Int(address.pointee.addrlen)
      guard let peer = IPAddress(socketAddress: pressrun_curl_address(address), length: length),
        transfer.host.addresses.contains(peer)
      else {
        transfer.fail(.addressForbidden, "the address is not one that was checked")
        return CURL_SOCKET_BAD
      }
      return pressrun_curl_open_socket(address)
    }

  /// Refuses to send a request twice, because the first one may have taken effect: libcurl repeats a request if a
  /// connection that was used before ends without an answer. Also checks the address of a connection that is used
  /// again.
  static let beginRequest:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
    ) -> Int32 = { context, address, _, _, _ in
      guard let transfer = transfer(context) else { return CURL_PREREQFUNC_ABORT }
      transfer.requests += 1
      if transfer.requests > 1, !transfer.isRepeatable {
        let sent = transfer.body.map { $0.furthest == $0.length } ?? true
        transfer.fail(.connectionLost, "the server closed the connection without an answer")
        transfer.failure?.mayHaveTakenEffect = sent
        return CURL_PREREQFUNC_ABORT
      }
      if let peer = address.flatMap({ IPAddress(String(cString: $0)) }), transfer.policy.refusal(of: peer) == nil {
        return CURL_PREREQFUNC_OK
      }
      transfer.fail(.addressForbidden, "the address of the connection is not allowed")
      return CURL_PREREQFUNC_ABORT
    }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
