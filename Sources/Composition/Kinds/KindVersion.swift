import Archives
import OperatingSystem

/// One version of a kind: its file and all files of its template, as they were at one time. A binder, or a
/// kind with stamps, composes documents of other kinds, so that its version contains all kinds.
///
/// A version is stored as a tar file, which is the same for the same files. Its SHA-256 names the version.
package struct KindVersion: Sendable {
  /// The kind as its file describes it.
  package let kind: JobKind
  /// The kinds of its files: this one, and others if it uses them.
  package let kinds: JobKinds
  /// The file (POSIX tar).
  package let archive: [UInt8]
  /// 64 hexadecimal digits.
  package let sha256: String
  /// The files of the kind, by paths such as `Jobs/note.yaml` and `Templates/note/style.css`.
  package let files: [String: [UInt8]]

  /// The version of a kind that the files of an installation are now.
  /// - Throws: `unknownKind`; `kindFile` if a path is too long for a tar file.
  package init(of name: String, in installed: InstalledKinds) throws(CompositionError) {
    let kind = try installed.kinds.kind(named: name)
    files = installed.files.contents.filter { path, _ in
      kind.usesOtherKinds || path == InstalledFiles.jobsFolder + name + ".yaml"
        || kind.template.map { path.hasPrefix(InstalledFiles.templatesFolder + $0.name + "/") } ?? false
    }
    kinds = kind.usesOtherKinds ? installed.kinds : JobKinds([kind])
    self.kind = kind
    var archive: [UInt8] = []
    do throws(ArchiveError) {
      for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
        archive += try TarHeader.file(path, size: bytes.count)
        archive += bytes
        archive += [UInt8](repeating: 0, count: -bytes.count & 511)
      }
    } catch {
      throw CompositionError(.kindFile, error.message, at: error.place)
    }
    archive += [UInt8](repeating: 0, count: 1024)
    self.archive = archive
    sha256 = SHA256.hash(data: archive).hex
  }

  /// The files of a stored version, by their paths.
  /// - Throws: `kindFile` if this is not a tar file, or is damaged.
  package static func files(of archive: [UInt8]) throws(CompositionError) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var position = 0
    do throws(ArchiveError) {
      while position + 512 <= archive.count, let header = try TarHeader(Array(archive[position..<position + 512])) {
        position += 512
        guard header.size <= archive.count - position else { throw ArchiveError(.bag, "the file is truncated") }
        if header.isFile { files[header.path] = Array(archive[position..<position + header.size]) }
        position += header.size + (-header.size & 511)
      }
    } catch {
      throw CompositionError(.kindFile, "the stored version of a kind cannot be read: \(error.message)")
    }
    return files
  }

  /// Reads a stored version.
  /// - Throws: `kindFile` if this is not the file of a version of the kind.
  package init(name: String, archive: [UInt8]) throws(CompositionError) {
    files = try Self.files(of: archive)
    let installed = InstalledKinds(InstalledFiles(contents: files))
    kind = try installed.kinds.kind(named: name)
    self.archive = archive
    kinds = installed.kinds
    sha256 = SHA256.hash(data: archive).hex
  }
}
