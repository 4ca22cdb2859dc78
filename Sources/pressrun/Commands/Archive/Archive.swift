import ArgumentParser

struct Archive: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Append to PDF files by incremental updates, and look into them.",
    subcommands: [ArchiveAppend.self, ArchiveVerify.self, ArchiveInspect.self, ArchiveXFDF.self])
}
