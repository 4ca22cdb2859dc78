import TestTraits
import Testing

@testable import Preview

@Suite(.hangLimit) struct PreviewSettingsTests {
  @Test func withoutSettingsOnlyThisMachineIsServed() {
    #expect(PreviewSettings().listen.description == "127.0.0.1:8081")
  }

  @Test func aFileInAWatchedFolderIsNotWatchedTwice() {
    var settings = PreviewSettings()
    settings.home = "/home"
    settings.payload = "/home/Jobs/examples/a.json"
    #expect(settings.watchedFolders == [.tree("/home/Jobs"), .tree("/home/Templates")])
    settings.payload = "/other/a.json"
    #expect(settings.watchedFolders.last == .file("/other/a.json"))
  }
}
