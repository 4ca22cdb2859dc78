import Foundation

/// CPU time used by processes, read from `/proc/[pid]/stat` (proc(5)).
enum CPUTime {
  /// Seconds used by a process and its descendants, including children that have ended and been waited for.
  static func ofTree(_ process: Int32) -> Double {
    let fields = self.fields(process)
    guard fields.count > 14 else { return 0 }
    // utime, stime, cutime and cstime are fields 14 to 17; `fields` starts with field 3.
    let ticks = fields[11...14].compactMap { Double($0) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK))) + children(of: process).map(ofTree).reduce(0, +)
  }

  /// Seconds used by a process without its children.
  static func of(_ process: Int32) -> Double {
    let fields = self.fields(process)
    guard fields.count > 12 else { return 0 }
    return fields[11...12].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The fields after the program name, which is in parentheses and can contain any character.
  private static func fields(_ process: Int32) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
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
