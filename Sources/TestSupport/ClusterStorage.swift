import Foundation

/// The folder of the files of the test process's PostgreSQL server.
enum ClusterStorage {
  /// `/dev/shm`, a file system in memory, if it has enough space for the databases of all tests; otherwise `/tmp`. In
  /// memory, databases are created and dropped in a tenth of the time, because no files are written to a disk.
  static var folder: String {
    let isWritable = access("/dev/shm", W_OK) == 0
    return isWritable && freeSpace(of: "/dev/shm") >= 6 << 30 && availableMemory >= 8 << 30 ? "/dev/shm" : "/tmp"
  }

  /// The free bytes for users other than root; 0 if there is no such file system.
  private static func freeSpace(of path: String) -> UInt64 {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_frsize) : 0
  }

  /// The memory in bytes that programs can use without swapping (`MemAvailable`, proc_meminfo(5)); 0 if it is not
  /// known.
  private static var availableMemory: Int {
    let lines = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let kilobytes = lines.first { $0.hasPrefix("MemAvailable:") }?.split(separator: " ").dropFirst().first
    return (kilobytes.flatMap { Int($0) } ?? 0) << 10
  }
}
