// A renderer for tests, whose documents behave as their kind says: they crash, hang, or use too much memory.
import CLinux
import Dispatch
import Glibc
import OperatingSystem
import Rendering

/// Writes to stderr.
func say(_ words: String) {
  _ = Array(words.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--die-at-start") {
  say("no fonts here\n")
  exit(3)
}
try RendererLimits().apply()
let program = try RendererProgram()
var sandboxProblems = try RendererSandbox.isolate(readable: [])
do {
  try RendererSandbox.filterSystemCalls()
  // With the filter in force the kernel refuses another one, like a kernel that refuses the first one.
  if arguments.contains("--refused-sandbox") { try RendererSandbox.filterSystemCalls() }
} catch {
  sandboxProblems.append(error.message)
}
if arguments.contains("--require-sandbox") && !sandboxProblems.isEmpty {
  say("\(RendererSandbox.refusal(sandboxProblems))\n")
  exit(1)
}

/// The result of an attack: `refused`, or what it achieved.
func attempt(_ result: Int, _ success: String) -> (RenderReport, [UInt8]) {
  (RenderReport(pages: []), Array((result < 0 ? "refused" : success).utf8))
}

/// Opens `/proc/PROCESS/NAME` for reading.
/// - Returns: the file descriptor, or -1.
func openFile(_ name: String, of process: pid_t) -> Int { Int(open("/proc/\(process)/\(name)", O_RDONLY)) }

/// A field of `/proc/self/status`.
func status(_ field: String) -> String {
  let file = open("/proc/self/status", O_RDONLY)
  var bytes = [UInt8](repeating: 0, count: 8192)
  let count = read(file, &bytes, bytes.count)
  close(file)
  let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  return lines.first { $0.hasPrefix(field + ":") }?.dropFirst(field.count + 1).split(separator: "\t").first.map(
    String.init)
    ?? "unknown"
}

var documents = 0
var hoard: [[UInt8]] = []
try program.run(sandboxProblems: sandboxProblems) { (input, progress) throws(RenderFailure) in
  let (request, payload) = (input.request, input.payload)
  documents += 1
  switch request.kind {
  case "echo":
    return (RenderReport(pages: [.init(width: 595, height: 842)], timings: ["document": Double(documents)]), payload)
  case "pdf":
    return (RenderReport(pages: [.init(width: 595, height: 842)]), Array("%PDF-1.7\n".utf8) + payload)
  case "artifacts":
    let sent = input.artifacts.sorted { $0.key < $1.key }.map {
      "\($0.key)=\(String(decoding: $0.value, as: UTF8.self))"
    }
    return (RenderReport(pages: []), Array(sent.joined(separator: " ").utf8))
  case "process":
    return (RenderReport(pages: []), Array(String(getpid()).utf8))
  case "noise":
    print("a library that prints")
    fflush(nil)
    return (RenderReport(pages: []), payload)
  case "descriptors":
    let open = (0..<64).filter { fcntl(Int32($0), F_GETFD) >= 0 }
    return (RenderReport(pages: []), Array(open.map(String.init).joined(separator: " ").utf8))
  case "write":
    let file = open("/tmp/pressrun-fake-\(getpid())", O_CREAT | O_WRONLY, 0o600)
    let count = write(file, "x", 1)
    unlink("/tmp/pressrun-fake-\(getpid())")
    return (RenderReport(pages: []), Array((count < 0 ? "refused" : "written").utf8))
  case "progress":
    // The first counts follow each other without a pause, so they are not sent.
    for page in 1...1_000_000 where documents > 0 {
      progress(page)
      if page > 10 { usleep(20_000) }
      if page == 40 { break }
    }
    return (RenderReport(pages: []), payload)
  case "pages":
    usleep(300_000)
    progress(7)
    while true { pause() }
  case "socket":
    return (RenderReport(pages: []), Array("\(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))".utf8))
  case "local-socket":
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    return (RenderReport(pages: []), Array((made < 0 ? "refused" : "made").utf8))
  case "spawn":
    var child = pid_t()
    let path = strdup("/bin/true")
    let result = posix_spawn(&child, "/bin/true", nil, nil, [path, nil], nil)
    return (RenderReport(pages: []), Array("\(result)".utf8))
  case "unlink":
    let result = unlink("/tmp/pressrun-fake-nothing")
    return (RenderReport(pages: []), Array((result < 0 && errno == EPERM ? "refused" : "errno \(errno)").utf8))
  case "read":
    let file = open("/proc/self/status", O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 5)
    let count = read(file, &bytes, bytes.count)
    return (RenderReport(pages: []), Array(bytes.prefix(max(0, count))))
  case "worker-environment": return attempt(openFile("environ", of: getppid()), "read")
  case "worker-memory": return attempt(openFile("mem", of: getppid()), "read")
  case "worker-files": return attempt(openFile("fd", of: getppid()), "read")
  case "sibling-memory":
    return attempt(openFile("mem", of: pid_t(String(decoding: payload, as: UTF8.self)) ?? 1), "read")
  case "file":
    return attempt(Int(open(String(decoding: payload, as: UTF8.self), O_RDONLY)), "read")
  case "folder":
    let folder = opendir(String(decoding: payload, as: UTF8.self))
    return attempt(folder == nil ? -1 : 0, "listed")
  case "signal-worker": return attempt(Int(kill(getppid(), 0)), "sent")
  case "asynchronous-signal":
    let setSignal: Int32 = 10  // F_SETSIG
    let owner = fcntl(0, F_SETOWN, getppid())
    return attempt(Int(max(owner, fcntl(0, setSignal, SIGKILL))), "set")
  case "dumpable": return attempt(Int(clinux_hide_process()), "set")
  case "type-into-terminal":
    var character: CChar = 10
    return attempt(Int(ioctl(2, UInt(TIOCSTI), &character)), "typed")
  case "capabilities": return (RenderReport(pages: []), Array(status("CapEff").utf8))
  case "bounding-set": return (RenderReport(pages: []), Array(status("CapBnd").utf8))
  case "user": return (RenderReport(pages: []), Array("\(geteuid())".utf8))
  case "thread":
    return (RenderReport(pages: []), withLargeStack { Array("threaded".utf8) })
  case "background":
    let (thread, done) = (BackgroundThread(name: "background"), DispatchSemaphore(value: 0))
    let isAccepted = thread.run { done.signal() }
    if isAccepted { done.wait() }
    return (RenderReport(pages: []), Array((isAccepted ? "computed" : "refused").utf8))
  case "grow":
    // Never freed, like memory that a library leaks.
    hoard.append([UInt8](repeating: 1, count: 64 << 20))
    return (RenderReport(pages: []), Array(String(getpid()).utf8))
  case "flood":
    return (RenderReport(pages: []), [UInt8](repeating: 7, count: 4 << 20))
  case "fail":
    throw RenderFailure(code: "payload", message: "is not a number", place: "$.total", isPermanent: true)
  case "crash":
    say("first line\nthe last words\n")
    // A handler would return, because the signal comes from `raise`.
    signal(SIGSEGV, SIG_DFL)
    raise(SIGSEGV)
  case "exit":
    exit(7)
  case "slow":
    usleep(200_000)
    return (RenderReport(pages: []), payload)
  case "chatter":
    while true { say(String(repeating: "words ", count: 1000)) }
  case "hang", "hang-briefly":
    while true { pause() }
  case "spin":
    while true { documents &+= 1 }
  case "eat":
    while true { hoard.append([UInt8](repeating: 1, count: 8 << 20)) }
  case "garbage":
    // The descriptor of the protocol is the highest open one.
    let output = (3..<64).last { fcntl(Int32($0), F_GETFD) >= 0 } ?? 1
    _ = write(Int32(output), "%PDF-1.7 not a frame", 20)
    while true { pause() }
  case let other:
    throw RenderFailure(code: "kind", message: "unknown kind \(other)", isPermanent: true)
  }
  return (RenderReport(pages: []), [])
}
