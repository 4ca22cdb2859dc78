import Glibc

/// This machine and this process, as the worker's row names them.
enum Host {
  static var name: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static var process: Int32 { getpid() }
}

extension Duration {
  /// For a log line.
  var rounded: String { formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .narrow)) }
}
