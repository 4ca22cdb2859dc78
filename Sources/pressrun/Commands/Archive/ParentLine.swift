import Archives
import PDFObjects

/// What the updates of one command were made on: the first on what is said, or else on the document as it stands; each
/// next one on that with the one before.
struct ParentLine {
  /// Of the file itself, where it was given; then all that follow are known too.
  private var file: RunningHash?
  /// What was said of the next update; nil where nothing was.
  private(set) var said: String?

  init(parent: String?, madeOn: String?) throws {
    if let madeOn { file = RunningHash(try PDFBytes(path: madeOn)) }
    said = file?.hex ?? parent
  }

  /// What the next update was made on.
  func parent(_ archive: ArchiveBuilder) -> String { said ?? archive.sha256 }

  /// Goes on over an update.
  mutating func append(_ update: [UInt8], _ archive: ArchiveBuilder) {
    guard let parent = said else { return }
    file?.append(update)
    said = file?.hex ?? archive.revision(on: parent, adding: update)
  }
}
