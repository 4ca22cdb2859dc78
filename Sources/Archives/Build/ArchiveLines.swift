import Crypto
import PDFObjects

/// The revisions that segments may have been made on, by the SHA-256 of their bytes.
///
/// The trunk is the archive itself: base and segments as they were appended. A reader who went on without knowing of the
/// others has a line of their own: it leaves the trunk at some length and goes on with segments that stand there as they
/// were made, and in the trunk rebased.
struct ArchiveLines {
  struct Line {
    /// Where it leaves the trunk: the trunk's first bytes are its own.
    var trunkLength: Int
    /// Its own segments after that.
    var segments: [[UInt8]] = []
    /// What stands in the trunk for the objects that those added or changed.
    var numbers: [PDFReference: PDFReference] = [:]
    /// Goes on after its last byte.
    var hash: SHA256
  }

  private var lines: [String: Line] = [:]
  /// Lines that were opened last, newest last.
  private var opened: [(hash: String, revision: OpenRevision)] = []
  private static let openLimit = 8

  /// A revision as a file of its own, ready for a segment.
  struct OpenRevision {
    var growth: PDFGrowth
    var index: AnnotationIndex
  }

  subscript(hash: String) -> Line? { lines[hash] }

  mutating func add(_ line: Line) -> String {
    let hash = Hash.hex(line.hash.finalize())
    if lines[hash] == nil { lines[hash] = line }
    return hash
  }

  /// The line named `hash` as a file of its own.
  /// - Parameter trunk: the archive so far.
  mutating func open(_ hash: String, _ line: Line, trunk: PDFFile) throws(PDFError) -> OpenRevision {
    if let place = opened.firstIndex(where: { $0.hash == hash }) {
      let entry = opened.remove(at: place)
      opened.append(entry)
      return entry.revision
    }
    var growth = PDFGrowth(base: try PDFFile(trunk.bytes, length: line.trunkLength, limits: trunk.limits))
    for segment in line.segments { try growth.append(segment) }
    let revision = OpenRevision(growth: growth.branched, index: try AnnotationIndex(growth.file))
    opened.append((hash, revision))
    if opened.count > ArchiveLines.openLimit { opened.removeFirst() }
    return revision
  }
}
