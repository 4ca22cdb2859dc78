/// The kinds of an installation and the files that define them. Some may be broken: the others can be used.
package struct InstalledKinds: Sendable {
  package let files: InstalledFiles
  /// The kinds that can be used, and the problems of the others.
  package private(set) var kinds = JobKinds()

  /// Reads the kinds, and compiles their templates.
  package init(_ files: InstalledFiles) {
    self.files = files
    for name in files.kindNames {
      do throws(CompositionError) {
        let kind = try JobKind.load(name, from: files)
        if let problem = files.problem(of: kind) { throw problem }
        if let template = kind.template { _ = try Template(files: template) }
        kinds.insert(kind)
      } catch {
        kinds.problems[name] = error
      }
    }
  }
}

/// The folders with the files of an installation's kinds.
package struct KindFolders: Hashable, Sendable {
  /// `Jobs/`.
  package var jobs: String
  /// `Templates/`.
  package var templates: String

  package init(jobs: String, templates: String) {
    self.jobs = jobs
    self.templates = templates
  }

  /// - Throws: `kindFile` if a folder cannot be read.
  package func read() throws(CompositionError) -> InstalledKinds {
    InstalledKinds(try InstalledFiles.read(jobs: jobs, templates: templates))
  }

  /// The state of the files, to notice changes.
  /// - Throws: `kindFile` if a folder cannot be read.
  package func states() throws(CompositionError) -> FileStates { try FileStates(jobs: jobs, templates: templates) }
}
