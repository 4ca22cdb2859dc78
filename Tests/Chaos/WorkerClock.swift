import CWrongClock
import Foundation

/// The time of day of one worker, which another process can change while the worker runs.
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

  /// Makes this process use the clock at this path.
  static func follow(_ path: String) throws {
    guard wrong_clock_follow(path) == 0 else {
      throw ChaosError("no clock at \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Checks in this process that setting a clock has an effect.
  static func verify(in folder: String) throws {
    let clock = try WorkerClock(folder + "/clock", wrongBy: 0)
    try follow(clock.path)
    let start = Date()
    clock.set(wrongBy: 3600)
    let gain = Date().timeIntervalSince(start)
    clock.set(wrongBy: 0)
    guard (3599...3660).contains(gain) else {
      throw ChaosError("a clock set wrong by an hour advanced by \(gain) seconds")
    }
  }
}
