// A renderer whose documents do what their kind says: the tests' stand-in for one that meets bad luck.
import Fleet
import JobQueue
import Glibc

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

var documents = 0
try program.run { (request, payload) throws(RenderFailure) in
  documents += 1
  switch request.kind {
  case "echo":
    return (RenderReport(pages: [.init(width: 595, height: 842)], timings: ["document": Double(documents)]), payload)
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
  case "fail":
    throw RenderFailure(code: "payload", message: "is not a number", place: "$.total", isPermanent: true)
  case "crash":
    say("first line\nthe last words\n")
    // A handler would return from a signal that nothing but `raise` is to blame for.
    signal(SIGSEGV, SIG_DFL)
    raise(SIGSEGV)
  case "exit":
    exit(7)
  case "slow":
    usleep(200_000)
    return (RenderReport(pages: []), payload)
  case "hang", "hang-briefly":
    while true { pause() }
  case "spin":
    while true { documents &+= 1 }
  case "eat":
    var hoard: [[UInt8]] = []
    while true { hoard.append([UInt8](repeating: 1, count: 8 << 20)) }
  case "garbage":
    // The protocol's own descriptor is the highest one open.
    let output = (3..<64).last { fcntl(Int32($0), F_GETFD) >= 0 } ?? 1
    _ = write(Int32(output), "%PDF-1.7 not a frame", 20)
    while true { pause() }
  case let other:
    throw RenderFailure(code: "kind", message: "unknown kind \(other)", isPermanent: true)
  }
  return (RenderReport(pages: []), [])
}
