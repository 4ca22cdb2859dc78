import Glibc

/// This machine and this process.
package enum Host {
  /// The machine's name; `unknown` if it has none.
  package static var name: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package static var process: Int32 { getpid() }
}
