import Foundation

/// CPU time that processes have used, from `/proc` (proc(5), `/proc/[pid]/stat`).
enum CPUTime {
  /// In seconds: of a process, its children that have ended and been waited for, and those that run.
  static func ofTree(_ process: Int32) -> Double {
    let fields = self.fields(process)
    guard fields.count > 14 else { return 0 }
    // utime, stime, cutime and cstime are the fields 14 to 17, and the first here is the third.
    let ticks = fields[11...14].compactMap { Double($0) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK))) + children(of: process).map(ofTree).reduce(0, +)
  }

  /// In seconds: of a process without its children.
  static func of(_ process: Int32) -> Double {
    let fields = self.fields(process)
    guard fields.count > 12 else { return 0 }
    return fields[11...12].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func fields(_ process: Int32) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The name stands in parentheses and may hold anything.
    return text[(text.lastIndex(of: ")").map { text.index(after: $0) } ?? text.endIndex)...].split(separator: " ")
  }

  private static func children(of process: Int32) -> [Int32] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }
}
