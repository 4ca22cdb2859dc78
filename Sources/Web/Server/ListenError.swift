import Glibc

/// Connections cannot be accepted at an address.
package struct ListenError: Error, Hashable, CustomStringConvertible {
  /// The address that the system refuses.
  package var address: ListenAddress
  /// The reason, as the C library numbers it.
  package var errno: Int32

  package var description: String { "cannot accept connections at \(address): \(String(cString: strerror(errno)))" }

  /// What a person can do; nil if nothing is known.
  package var hint: String? {
    switch errno {
    case EADDRINUSE:
      "another process does so, perhaps another 'pressrun serve'; 'ss -ltnp' lists them. Stop it, or state another port"
    case EACCES: "ports below 1024 need a right of the system; state another port, and put a proxy before it"
    case EADDRNOTAVAIL: "no network interface of this machine has the address"
    default: nil
    }
  }
}
