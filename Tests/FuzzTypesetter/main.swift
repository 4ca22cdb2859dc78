import Composition
import Foundation
import Fuzzing

// fuzz-typesetter FIRST COUNT [SIZE]
//
// Renders the documents of COUNT seeds from FIRST on, of SIZE elements at most. Each seed is written to standard output
// before it is tried, so that the last line names the one that crashed. One that takes longer than 20 seconds is ended by
// SIGALRM. `fuzz-typesetter --show SEED [SIZE]` prints a seed's document.

let arguments = CommandLine.arguments.dropFirst().map { String($0) }
if arguments.first == "--show", let seed = arguments.dropFirst().first.flatMap(UInt64.init) {
  print(RandomDocument.html(seed: seed, size: arguments.dropFirst(2).first.flatMap(Int.init) ?? 60))
  exit(0)
}
guard arguments.count >= 2, let first = UInt64(arguments[0]), let count = UInt64(arguments[1]) else {
  FileHandle.standardError.write(Data("fuzz-typesetter FIRST COUNT [SIZE] | --show SEED [SIZE]\n".utf8))
  exit(2)
}
let size = arguments.dropFirst(2).first.flatMap(Int.init) ?? 60
var memory = rlimit(rlim_cur: 6 << 30, rlim_max: 6 << 30)
setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)

// As much as `pressrun` gives the typesetter.
onLargeStack(16 << 20) {
  let typesetter = Typesetter()
  for seed in first..<first + count {
    print(seed)
    fflush(nil)
    alarm(20)
    let start = ContinuousClock.now
    let html = RandomDocument.html(seed: seed, size: size)
    do {
      let document = try typesetter.set(.html(HTMLDocument(html: Array(html.utf8))))
      if document.pages.isEmpty || !document.pdf.starts(with: Array("%PDF-".utf8)) { print("\(seed): no page") }
    } catch {
      // A refusal with a reason is an answer, unless the renderer itself failed.
      let isFailure = (error as? CompositionError)?.code == .renderingFailed
      if isFailure { print("\(seed): \(error)") }
    }
    let time: Duration = .now - start
    if time > .seconds(3) { print("\(seed): took \(time)") }
  }
}
