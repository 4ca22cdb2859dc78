import ArgumentParser

struct Archive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Annotate PDF files by incremental updates, store the annotations separately, verify and export them.",
    subcommands: [
      ArchiveAppend.self, ArchiveInspect.self, ArchiveVerify.self, ArchiveExtract.self, ArchiveRegister.self,
      ArchiveSync.self, ArchiveList.self, ArchiveBag.self, ArchiveConvert.self, ArchiveAnnotations.self,
      ArchivePages.self, ArchiveTimestamp.self,
    ])
}
