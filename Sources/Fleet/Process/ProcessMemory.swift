import Foundation

/// What the kernel says of a process's memory.
enum ProcessMemory {
  /// Bytes in memory; zero where that cannot be read.
  static func resident(_ process: pid_t) -> Int {
    // Sizes in pages: whole, resident, shared, …
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else { return 0 }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }
}
