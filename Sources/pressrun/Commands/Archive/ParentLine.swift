import Archives
import ArtifactStore
import PDF

/// What the updates of one command were made on: the first on what is said, or else on the document as it stands; each
/// next one on that with the one before.
struct ParentLine {
  /// Of the file itself, where it is at hand; then all that follow are known too.
  private var hash: RunningHash?
  /// That file.
  private var file: PDFGrowth?
  /// What was said of the next update; nil where nothing was.
  private(set) var said: String?

  /// The file is at hand where it is given, or is the base or an earlier build: these are artifacts.
  init(parent: String?, madeOn: String?, _ store: ArtifactStore) throws {
    guard let path = madeOn ?? parent.flatMap({ try? store.find($0).path }) else {
      said = parent
      return
    }
    let bytes = try PDFBytes(path: path)
    hash = RunningHash(bytes)
    said = hash?.hex
    // What is no PDF has no updates; the archive says so.
    file = (try? PDFFile(bytes)).map { PDFGrowth(base: $0) }
  }

  /// What the next update was made on.
  func parent(_ archive: ArchiveBuilder) -> String { said ?? archive.sha256 }

  /// Looks whether the next update fits the file that it was made on and only annotates, and goes on over it. Then the
  /// segments before it need not be looked at, however many they are.
  /// - Returns: false where that file is not at hand.
  mutating func tryOut(_ update: [UInt8]) throws(PDFError) -> Bool {
    guard file != nil else { return false }
    try file?.annotate(update)
    hash?.append(update)
    said = hash?.hex
    return true
  }

  /// Goes on over an update that was tried on the archive.
  mutating func append(_ update: [UInt8], _ archive: ArchiveBuilder) {
    guard let parent = said else { return }
    hash?.append(update)
    said = hash?.hex ?? archive.revision(on: parent, adding: update)
  }
}
