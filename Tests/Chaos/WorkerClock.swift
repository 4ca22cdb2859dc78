import CWrongClock
import Foundation

/// The time of day of one worker, which another process may set wrong while it runs.
struct WorkerClock {
  /// A file of eight bytes: the seconds to add to the time.
  let path: String

  init(_ path: String, wrongBy seconds: Int64) throws {
    self.path = path
    try Self.bytes(seconds).write(to: URL(fileURLWithPath: path))
  }

  func set(wrongBy seconds: Int64) {
    let file = open(path, O_WRONLY)
    _ = Self.bytes(seconds).withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    close(file)
  }

  private static func bytes(_ seconds: Int64) -> Data { withUnsafeBytes(of: seconds) { Data($0) } }

  /// Has this process tell the time by the clock at this path from now on.
  static func follow(_ path: String) throws {
    guard wrong_clock_follow(path) == 0 else {
      throw ChaosError("no clock at \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Looks, in this process and so in all of this program, whether a clock that is set wrong is wrong.
  static func prove(in folder: String) throws {
    let clock = try WorkerClock(folder + "/clock", wrongBy: 0)
    try follow(clock.path)
    let start = Date()
    clock.set(wrongBy: 3600)
    let gain = Date().timeIntervalSince(start)
    clock.set(wrongBy: 0)
    guard (3599...3660).contains(gain) else {
      throw ChaosError("a clock set wrong by an hour went on by \(gain) seconds")
    }
  }
}
