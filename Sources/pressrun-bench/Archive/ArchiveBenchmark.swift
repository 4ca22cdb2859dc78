import Annotations
import Archives
import Foundation
import PDF

/// Appending notes to PDFs, compared with copying the file.
struct ArchiveBenchmark {
  let pressrun: String
  let rounds: Int
  let folder: String

  struct CopyResult {
    var bytes: Int
    /// Medians in milliseconds.
    var cp, append: Double
    /// The largest peak resident set size of `pressrun archive append`, in bytes.
    var peak: Int
  }

  /// - Parameter folder: an existing folder for temporary files.
  init(pressrun: String, rounds: Int, folder: String) throws {
    self.pressrun = pressrun
    self.rounds = rounds
    self.folder = folder
    try Data(Self.note(page: 0, name: "bench").utf8).write(to: URL(fileURLWithPath: folder + "/note.xfdf"))
  }

  /// Copies `file` by cp and appends a note to it by pressrun, alternately.
  func compareWithCopy(_ file: String) throws -> CopyResult {
    var copies: [Double] = []
    var appends: [Double] = []
    var peak = 0
    let out = folder + "/out.pdf"
    for round in 0...rounds {
      let copy = try ProcessMeasurement("/bin/cp", [file, out])
      unlink(out)
      let append = try ProcessMeasurement(
        pressrun, ["archive", "append", file, "--xfdf", folder + "/note.xfdf", "-o", out])
      unlink(out)
      // The first round loads the file into the page cache.
      guard round > 0 else { continue }
      copies.append(copy.milliseconds)
      appends.append(append.milliseconds)
      peak = max(peak, append.peak)
    }
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    return CopyResult(bytes: size, cp: copies.median, append: appends.median, peak: peak)
  }

  /// Appends `count` notes to `base` one by one, each to the next page.
  /// - Parameter row: receives the number of notes, the median time of the latest appends, and the median time of the
  ///   first.
  /// - Returns: the path of the resulting file.
  func append(
    _ count: Int, pages: Int, to base: String, row: (_ number: Int, _ time: Double, _ first: Double) throws -> Void
  ) throws -> String {
    let original = try PDFBase(path: base)
    var merge = PDFMerge(base: original.file)
    var times: [Double] = []
    for number in 0..<count {
      let source = Array(Self.note(page: number % pages, name: "note \(number)").utf8)
      let start = ContinuousClock.now
      let note = try AnnotationImport(source, format: .xfdf, base: merge.file)
      try merge.append(own: note.segment)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    let window = max(1, count / 100)
    let first = Array(times.prefix(window)).median
    for end in [window, count / 10, count / 2, count] {
      try row(end, Array(times[..<end].suffix(window)).median, first)
    }
    let grown = folder + "/grown.pdf"
    try original.write(then: merge.tail, to: grown)
    return grown
  }

  private static func note(page: Int, name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><text page="\(page)" rect="50,700,70,720" name="\(name)" \
    title="Reader" color="#FFD100" date="D:20261120120000Z"><contents>Seen.</contents></text></annots></xfdf>
    """
  }
}
