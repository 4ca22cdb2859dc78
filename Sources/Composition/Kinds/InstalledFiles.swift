import Foundation

/// The files that define the kinds of an installation, read at one time: the kinds in `Jobs/`, and the folders in
/// `Templates/`.
///
/// Files and folders whose names begin with a dot are left out. Symbolic links are followed only if their targets are
/// in the same folder (mounted Kubernetes volumes consist of such links).
package struct InstalledFiles: Hashable, Sendable {
  /// The contents of files, by paths such as `Jobs/note.yaml` and `Templates/note/style.css`.
  package private(set) var contents: [String: [UInt8]] = [:]
  /// Errors of files that could not be read, by path.
  private(set) var problems: [String: String] = [:]

  static let jobsFolder = "Jobs/", templatesFolder = "Templates/"
  /// Limits of the sum of all files, their number, one file and the depth of folders.
  static let maximumBytes = 256 << 20, maximumFiles = 10_000, maximumFileBytes = 64 << 20, maximumDepth = 8

  /// The state of the files when they were read; nil if they were not read from folders.
  package private(set) var states: FileStates?

  package init(contents: [String: [UInt8]]) { self.contents = contents }

  /// Reads both folders. If a file changes meanwhile, both are read again, so that old and new files are not mixed.
  /// - Throws: `kindFile` if a folder cannot be read, has too many or too large files, or keeps changing.
  package static func read(jobs: String, templates: String) throws(CompositionError) -> InstalledFiles {
    var found = try FileStates(jobs: jobs, templates: templates)
    for _ in 0..<20 {
      let files = read(found)
      let after = try FileStates(jobs: jobs, templates: templates)
      if after == found { return files }
      found = after
    }
    throw CompositionError(.kindFile, "the files keep changing while they are read", at: jobs)
  }

  private static func read(_ found: FileStates) -> InstalledFiles {
    var files = InstalledFiles(contents: [:])
    files.problems = found.problems
    files.states = found
    for (path, state) in found.files {
      if let data = FileManager.default.contents(atPath: state.location) {
        files.contents[path] = [UInt8](data)
      } else {
        files.problems[path] = "the file cannot be read"
      }
    }
    return files
  }

  /// The sorted names of the kinds: their files' names without extension.
  var kindNames: [String] {
    Set(contents.keys).union(problems.keys).filter { $0.hasPrefix(Self.jobsFolder) }
      .map { String($0.dropFirst(Self.jobsFolder.count).dropLast(".yaml".count)) }.sorted()
  }

  /// The files of a template; nil if there is no such folder.
  func template(_ name: String) -> TemplateFiles? {
    let prefix = Self.templatesFolder + name + "/"
    var files: [String: [UInt8]] = [:]
    for (path, bytes) in contents where path.hasPrefix(prefix) { files[String(path.dropFirst(prefix.count))] = bytes }
    return files.isEmpty ? nil : TemplateFiles(name: name, contents: files)
  }

  /// The first file of a kind and its template that cannot be read.
  func problem(of kind: JobKind) -> CompositionError? {
    let prefix = kind.template.map { Self.templatesFolder + $0.name + "/" }
    let first = problems.filter { path, _ in prefix.map(path.hasPrefix) ?? false }.min { $0.key < $1.key }
    return first.map { CompositionError(.templateBroken, $0.value, at: $0.key) }
  }
}

/// The state of the files of an installation, without their contents, to notice changes.
package struct FileStates: Hashable, Sendable {
  struct State: Hashable, Sendable {
    /// The path of the file.
    var location: String
    var bytes: Int
    var inode: UInt
    var seconds, nanoseconds: Int
  }

  private(set) var files: [String: State] = [:]
  private(set) var problems: [String: String] = [:]
  private var bytes = 0

  /// - Throws: `kindFile` if a folder cannot be read, or has too many or too large files.
  package init(jobs: String, templates: String) throws(CompositionError) {
    for name in try Self.names(in: jobs) where name.hasSuffix(".yaml") && name != "destinations.yaml" {
      try add(InstalledFiles.jobsFolder + name, jobs + "/" + name, root: Self.realPath(jobs), depth: 0)
    }
    guard FileManager.default.fileExists(atPath: templates) else { return }
    for name in try Self.names(in: templates) {
      let folder = templates + "/" + name
      try add(InstalledFiles.templatesFolder + name, folder, root: Self.realPath(folder), depth: 0)
    }
  }

  /// The state of one template's folder.
  init(template folder: String) throws(CompositionError) {
    let name = URL(fileURLWithPath: folder).lastPathComponent
    try add(InstalledFiles.templatesFolder + name, folder, root: Self.realPath(folder), depth: 0)
  }

  private mutating func add(
    _ path: String, _ location: String, root: String?, depth: Int
  ) throws(CompositionError) {
    var status = stat()
    guard let root, let real = Self.realPath(location), stat(location, &status) == 0 else {
      problems[path] = "the file cannot be read"
      return
    }
    guard real == root || real.hasPrefix(root + "/") else {
      problems[path] = "a symbolic link leads out of the folder"
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard depth < InstalledFiles.maximumDepth else {
        throw CompositionError(
          .kindFile, "more than \(InstalledFiles.maximumDepth) folders in each other", at: location)
      }
      for name in try Self.names(in: location) {
        try add(path + "/" + name, location + "/" + name, root: root, depth: depth + 1)
      }
    case S_IFREG:
      guard status.st_size <= InstalledFiles.maximumFileBytes else {
        problems[path] = "the file is larger than \(InstalledFiles.maximumFileBytes) bytes"
        return
      }
      files[path] = State(
        location: location, bytes: Int(status.st_size), inode: UInt(status.st_ino), seconds: status.st_mtim.tv_sec,
        nanoseconds: status.st_mtim.tv_nsec)
      bytes += Int(status.st_size)
      guard files.count <= InstalledFiles.maximumFiles, bytes <= InstalledFiles.maximumBytes else {
        throw CompositionError(
          .kindFile,
          "Jobs/ and Templates/ have more than \(InstalledFiles.maximumFiles) files or "
            + "\(InstalledFiles.maximumBytes) bytes", at: location)
      }
    default: return
    }
  }

  private static func names(in folder: String) throws(CompositionError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw CompositionError(.kindFile, "the folder cannot be read", at: folder)
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }
}
