import ArgumentParser
import PDFObjects

struct ArchiveVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that each revision of a PDF fits what precedes it.")

  @Argument(help: "The PDF.")
  var file: String

  @Option(help: "The base that it was made from: it must begin with these very bytes.")
  var base: String?

  func run() throws {
    let bytes = try PDFBytes(path: file)
    let revisions = try PDFFile(bytes).revisions()
    var baseLength = revisions.first?.range.upperBound ?? bytes.count
    if let base {
      let original = try PDFBytes(path: base)
      if let offset = firstDifference(bytes, original) {
        throw Failure("does not begin with \(base): they differ from byte \(offset)", place: file)
      }
      baseLength = original.count
    }
    let segments = revisions.filter { $0.range.lowerBound >= baseLength }.map(\.range.count)
    try PDFAssembly.check(bytes, baseLength: baseLength, segments: segments)
    print(
      "\(file): \(segments.isEmpty ? "no segments" : "\(segments.count) segments, each fits what precedes it")"
        + (base.map { "; begins with \($0)" } ?? ""))
  }

  /// The first byte of `original` that `bytes` has not in the same place.
  private func firstDifference(_ bytes: PDFBytes, _ original: PDFBytes) -> Int? {
    let common = min(bytes.count, original.count)
    for start in stride(from: 0, to: common, by: 1 << 20) {
      let range = start..<min(common, start + 1 << 20)
      let (ours, theirs) = (bytes.array(range), original.array(range))
      if ours != theirs { return zip(ours, theirs).enumerated().first { $1.0 != $1.1 }.map { start + $0.offset } }
    }
    return common < original.count ? common : nil
  }
}
