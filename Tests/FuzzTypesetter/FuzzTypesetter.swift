import Composition
import Foundation
import Fuzzing
import OperatingSystem

/// Renders random documents. Each seed is printed before its document is rendered, so that after a crash the last line
/// is the seed. A document that takes more than 20 seconds of CPU time ends the process by SIGPROF. One that takes 3
/// seconds or 500 MB is reported.
@main
enum FuzzTypesetter {
  static let usage = """
    fuzz-typesetter FIRST COUNT [SIZE]      render COUNT documents from seed FIRST on, of SIZE elements at most
    fuzz-typesetter --show SEED [SIZE]      print a seed's document
    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { String($0) }
    let size = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 60
    if arguments.first == "--show", let seed = arguments.dropFirst().first.flatMap({ UInt64($0) }) {
      print(RandomDocument.html(seed: seed, size: size))
    } else if arguments.count >= 2, let first = UInt64(arguments[0]), let count = UInt64(arguments[1]) {
      var memory = rlimit(rlim_cur: 6 << 30, rlim_max: 6 << 30)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
      // The size of the typesetter's stack in `pressrun`.
      withLargeStack(16 << 20) { render(first..<first + count, size: size) }
    } else {
      FileHandle.standardError.write(Data((usage + "\n").utf8))
      exit(2)
    }
  }

  private static func render(_ seeds: Range<UInt64>, size: Int) {
    let typesetter = Typesetter()
    for seed in seeds {
      print(seed)
      fflush(nil)
      var limit = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 20, tv_usec: 0))
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &limit, nil)
      let peak = MemoryPeak()
      let start = clock()
      let html = RandomDocument.html(seed: seed, size: size)
      do throws(CompositionError) {
        let document = try typesetter.render(.html(HTMLDocument(html: Array(html.utf8))))
        if document.pages.isEmpty || !document.pdf.starts(with: Array("%PDF-".utf8)) { print("\(seed): no page") }
      } catch {
        // A refused document is a valid result; a failed renderer is not.
        if error.code == .renderingFailed { print("\(seed): \(error)") }
      }
      let seconds = (clock() - start) / Int(CLOCKS_PER_SEC)
      if seconds >= 3 { print("\(seed): took \(seconds) seconds") }
      if peak.growth >= 500 { print("\(seed): took \(peak.growth) MB") }
    }
  }
}

/// How far the resident set size of this process has grown since it was reset (proc(5)).
struct MemoryPeak {
  private let start: Int

  /// Resets the largest size to the current one.
  init() {
    if let file = fopen("/proc/self/clear_refs", "w") {
      fputs("5", file)
      fclose(file)
    }
    start = Self.megabytes
  }

  var growth: Int { Self.megabytes - start }

  private static var megabytes: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 / 1024 } ?? 0
  }
}
