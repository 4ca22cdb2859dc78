import Foundation
import Glibc

/// Memory of processes, as the kernel reports it.
package enum ProcessMemory {
  /// The resident memory of this process and of the processes that it started, in bytes.
  package static var residentWithChildren: Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    // A kernel without CONFIG_PROC_CHILDREN lists no processes.
    let children = threads.flatMap { thread in
      ((try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)) ?? "").split(separator: " ")
        .compactMap { pid_t($0) }
    }
    return ([getpid()] + children).reduce(0) { $0 + resident($1) }
  }

  /// The resident memory of a process in bytes; 0 if it cannot be read.
  package static func resident(_ process: pid_t) -> Int {
    let file = OwnedDescriptor(open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC))
    guard file.raw >= 0 else { return 0 }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file.raw, &buffer, buffer.count)
    guard count > 0 else { return 0 }
    // Sizes in pages: whole, resident, shared, …
    let fields = buffer[..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
