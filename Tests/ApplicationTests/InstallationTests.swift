import Foundation
import Rendering
import TestTraits
import Testing

@testable import Application
@testable import Composition

@Suite(.hangLimit) struct InstallationTests {
  /// A folder with `home/Jobs`, `home/Templates`, `home/deep/down` and `elsewhere/bin`.
  func withFolders(_ body: (String) throws -> Void) throws {
    let root = URL(fileURLWithPath: FileManager.default.temporaryDirectory.path).resolvingSymlinksInPath()
      .appendingPathComponent("installation-\(UUID().uuidString)").path
    for folder in ["home/Jobs", "home/Templates", "home/deep/down", "elsewhere/bin"] {
      try FileManager.default.createDirectory(atPath: root + "/" + folder, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body(root)
  }

  @Test func theHomeIsFoundAboveTheWorkingFolder() throws {
    try withFolders { root in
      let found = Installation(environment: [:], workingFolder: root + "/home/deep/down", program: "/bin/pressrun")
      #expect(found.home == root + "/home")
      #expect(found.data == root + "/home/.pressrun")
    }
  }

  @Test func theHomeIsFoundAboveTheProgramAndDataStaysInTheWorkingFolder() throws {
    try withFolders { root in
      let found = Installation(
        environment: [:], workingFolder: root + "/elsewhere", program: root + "/home/deep/down/pressrun")
      #expect(found.home == root + "/home")
      #expect(found.data == root + "/elsewhere/.pressrun")
    }
  }

  @Test func theHomeMayBeAShareFolder() throws {
    try withFolders { root in
      for folder in ["Jobs", "Templates"] {
        try FileManager.default.createDirectory(
          atPath: root + "/elsewhere/share/pressrun/" + folder, withIntermediateDirectories: true)
      }
      let found = Installation(environment: [:], workingFolder: "/", program: root + "/elsewhere/bin/pressrun")
      #expect(found.home == root + "/elsewhere/share/pressrun")
    }
  }

  @Test func theEnvironmentTakesPrecedence() {
    let found = Installation(
      environment: ["PRESSRUN_HOME": "/srv/home", "PRESSRUN_DATA": "data", "PRESSRUN_ARTIFACTS": "/srv/artifacts"],
      workingFolder: "/work", program: "/bin/pressrun")
    #expect(found.home == "/srv/home")
    #expect(found.data == "/work/data")
    #expect(found.artifacts == "/srv/artifacts")
  }

  @Test func withoutAHomeTheErrorNamesTheVariable() {
    let found = Installation(environment: [:], workingFolder: "/", program: "/bin/pressrun")
    let error = #expect(throws: ApplicationError.self) { try found.kinds() }
    #expect(error?.message.contains("PRESSRUN_HOME") == true)
  }

  @Test func renderersGetNoSecrets() throws {
    let found = Installation(
      environment: [
        "PATH": "/bin", "DATABASE_URL": "postgresql://secret", "AWS_SECRET_ACCESS_KEY": "x", "PGPASSWORD": "x",
      ],
      workingFolder: "/work", program: "/bin/pressrun")
    let visible = found.rendererSettings(JobKinds()).program.environment
    #expect(visible["PATH"] == "/bin")
    for secret in ["DATABASE_URL", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD"] { #expect(visible[secret] == nil) }
  }
}
