import Glibc

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the IPv4 address.
package struct IPAddress: Hashable, Sendable {
  package enum Family: Sendable {
    case v4
    case v6
  }

  package let family: Family
  /// The address as a number; of an IPv4 address, the lowest 32 bits.
  package let value: UInt128

  /// 32 or 128.
  package var bits: Int { family == .v4 ? 32 : 128 }

  /// An IPv4 address as a number: `192.0.2.1` is 0xC0000201.
  package init(v4 value: UInt32) {
    family = .v4
    self.value = UInt128(value)
  }

  /// An IPv6 address as a number; an IPv4 address if it is IPv4-mapped.
  package init(v6 value: UInt128) {
    let isMapped = value >> 32 == 0xffff
    family = isMapped ? .v4 : .v6
    self.value = isMapped ? value & 0xffff_ffff : value
  }

  /// Reads four decimal numbers, or the text form of an IPv6 address (RFC 4291 §2.2) without brackets and zone. Returns
  /// nil for everything else, other forms of IPv4 addresses (`0x7f.1`, `017700000001`) included.
  package init?(_ text: String) {
    // The C string would end there.
    if text.utf8.contains(0) { return nil }
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4: UInt32(bigEndian: v4.s_addr))
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(v6: Self.number(of: v6))
    } else {
      return nil
    }
  }

  /// The address in a `sockaddr_in` or `sockaddr_in6` of `length` bytes; nil for other families.
  package init?(socketAddress pointer: UnsafeRawPointer, length: Int) {
    guard length >= MemoryLayout<sa_family_t>.size else { return nil }
    switch Int32(pointer.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      self.init(v4: UInt32(bigEndian: pointer.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      self.init(v6: Self.number(of: pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr))
    default:
      return nil
    }
  }

  private static func number(of address: in6_addr) -> UInt128 {
    withUnsafeBytes(of: address) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
  }
}

extension IPAddress: CustomStringConvertible {
  /// The address as text, an IPv6 address without brackets.
  package var description: String {
    let bytes = (0..<bits / 8).reversed().map { UInt8(truncatingIfNeeded: value >> UInt128($0 * 8)) }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family == .v4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// The address with a port, such as `192.0.2.7:443` or `[2001:db8::7]:443`.
  package func withPort(_ port: Int) -> String { family == .v4 ? "\(self):\(port)" : "[\(self)]:\(port)" }
}
