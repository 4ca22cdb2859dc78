import Annotations
import ArchiveTesting
import Foundation
import Fuzzing
import PDF

/// Fuzzer: damages PDFs and sources of annotations, and processes them in all ways. Each seed is written to standard
/// output before it is tried, so that the last line names the one that crashed; one that takes longer than 10 seconds
/// is ended by SIGALRM. Violated properties are written as `SEED: what`.
@main
enum FuzzArchives {
  static let usage = """
    fuzz-archives FIRST COUNT [FOLDER]          try COUNT seeds from FIRST on, with the PDFs of FOLDER beside the own ones
    fuzz-archives --write SEED FILE [FOLDER]    write what a seed makes
    fuzz-archives --pairs FIRST COUNT FOLDER    write the files before and after each accepted segment of COUNT seeds
    """

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { String($0) }
    if arguments.count >= 3, arguments[0] == "--write", let seed = UInt64(arguments[1]) {
      let item = try Seeds(folder: arguments.dropFirst(3).first).item(seed)
      try Data(item.bytes).write(to: URL(fileURLWithPath: arguments[2]))
    } else if arguments.count == 4, arguments[0] == "--pairs", let first = UInt64(arguments[1]),
      let count = UInt64(arguments[2])
    {
      try writePairs(first..<first + count, to: arguments[3])
    } else if arguments.count >= 2, let first = UInt64(arguments[0]), let count = UInt64(arguments[1]) {
      var memory = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
      try run(first..<first + count, Seeds(folder: arguments.dropFirst(2).first))
    } else {
      FileHandle.standardError.write(Data((usage + "\n").utf8))
      exit(2)
    }
  }

  /// Writes `SEED.before.pdf` and `SEED.after.pdf` for accepted segments, which `judge` compares.
  private static func writePairs(_ range: Range<UInt64>, to folder: String) throws {
    var accepted = 0
    for seed in range {
      let attack = try SegmentAttack(seed: seed)
      guard attack.isAccepted else { continue }
      accepted += 1
      try Data(attack.base).write(to: URL(fileURLWithPath: "\(folder)/\(seed).before.pdf"))
      try Data(attack.base + attack.segment).write(to: URL(fileURLWithPath: "\(folder)/\(seed).after.pdf"))
    }
    print("\(accepted) of \(range.count) segments are accepted")
  }

  private static func run(_ range: Range<UInt64>, _ seeds: Seeds) throws {
    for seed in range {
      print(seed)
      fflush(nil)
      alarm(10)
      let start = ContinuousClock.now
      let item = seeds.item(seed)
      let fault: String? =
        switch item.kind {
        case .file(let base): PDFExercise.run(item.bytes, base: base)
        case .source(let format): SourceExercise.run(item.bytes, format, base: seeds.page).fault
        }
      if let fault { print("\(seed): \(fault)") }
      let time: Duration = .now - start
      if time > .seconds(2) { print("\(seed): took \(time)") }
    }
  }
}

/// The input for a seed.
struct Seeds {
  enum Kind {
    case file(base: [UInt8])
    case source(AnnotationFormat)
  }

  /// Valid files, each with an annotated revision.
  private var files: [(base: [UInt8], whole: [UInt8])] = []
  /// The file to annotate.
  let page: PDFFile

  /// - Parameter folder: a folder of PDFs; those to which nothing can be appended are damaged too.
  init(folder: String?) throws {
    page = try PDFFile(bytes: SamplePDF.table)
    for base in SamplePDF.all { files.append((base, Self.annotated(base))) }
    guard let folder else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".pdf") {
      guard let data = FileManager.default.contents(atPath: folder + "/" + name), data.count < 300_000 else { continue }
      files.append(([UInt8](data), Self.annotated([UInt8](data))))
    }
  }

  private static func annotated(_ base: [UInt8]) -> [UInt8] {
    guard let file = try? PDFFile(bytes: base),
      let made = try? AnnotationImport(SourceExercise.Source.xfdf.sample, format: .xfdf, base: file)
    else { return base }
    return base + made.segment
  }

  func item(_ seed: UInt64) -> (bytes: [UInt8], kind: Kind) {
    var random = SplitMix(seed: seed)
    if random.once(in: 3) {
      let source = random.pick(SourceExercise.Source.allCases)
      return (Damage.apply(to: source.sample, words: Damage.sourceWords, &random), .source(source.format))
    }
    let file = random.pick(files)
    let tail = Array(file.whole[file.base.count...])
    let bytes =
      random.once(in: 3)
      ? file.base + Damage.apply(to: tail, words: Damage.pdfWords, &random)
      : Damage.apply(to: file.whole, words: Damage.pdfWords, &random)
    return (bytes, .file(base: file.base))
  }
}
