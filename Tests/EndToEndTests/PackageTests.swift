import Foundation
import OperatingSystem
import TestTraits
import Testing

/// The scripts that install Pressrun: packages of Debian, the package that `script/package` builds, manual pages.
@Suite("Packaging", .hangLimit) struct PackageTests {
  private static let programs = [
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent",
  ]

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("package-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  private func run(
    _ path: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> Program.Result {
    try await Program(
      path, arguments, input: [], environment: Self.programs.merging(environment) { $1 }
    ).result()
  }

  private func script(_ text: String, at path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  @Test func manualPagesAreThoseOfTheCommands() async throws {
    try await withFolder { folder in
      let result = try await run(repository + "/script/man", [pressrunPath, folder])
      #expect(result.status == 0, "\(result.errors)")
      let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(pages.contains("pressrun.1") && pages.contains("pressrun-render.1") && pages.count > 25)
      #expect(!pages.contains("pressrun-renderer.1"))
      let jobs = try String(contentsOfFile: folder + "/pressrun-jobs.1", encoding: .utf8)
      #expect(jobs.contains(".SS pressrun jobs erase") && jobs.contains("\\fB\\-\\-tenant\\fR \\fItenant\\fR"))
      // A line of text that begins with a dot would be a request of troff.
      for page in pages {
        let text = try String(contentsOfFile: folder + "/" + page, encoding: .utf8)
        let requests = Set(text.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
        #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP"]), "\(page)")
      }
    }
  }

  @Test(.needs("dpkg-deb", FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-deb")))
  func thePackageHasProgramUnitsKindsAndManuals() async throws {
    try await withFolder { folder in
      // A script that runs the program is packed in its place, because packing the program takes long.
      try script("#!/bin/sh\nexec \(pressrunPath) \"$@\"\n", at: folder + "/program")
      let made = try await run(repository + "/script/package", [folder], ["PROGRAM": folder + "/program"])
      #expect(made.status == 0, "\(made.errors)")
      let file = try #require(made.lines.last)
      let list = try await run("/usr/bin/dpkg-deb", ["--contents", file]).output
      for path in [
        "usr/bin/pressrun", "lib/systemd/system/pressrun-worker.service", "usr/share/pressrun/Jobs/note.yaml",
        "usr/share/pressrun/Templates/note/", "usr/share/man/man1/pressrun-work.1.gz", "etc/pressrun/destinations.yaml",
        "usr/share/bash-completion/completions/pressrun", "usr/share/doc/pressrun/operations.md",
      ] {
        #expect(list.contains(" ./\(path)"), "\(path)")
      }
      // All files belong to root, and only root may change them.
      for line in list.split(separator: "\n") {
        #expect(
          line.contains(" root/root ") && Array(line)[8] != "w" && (Array(line)[5] != "w" || line.hasPrefix("l")),
          "\(line)")
      }
      let root = folder + "/root"
      _ = try await run("/usr/bin/dpkg-deb", ["--raw-extract", file, root])
      for unit in ["worker", "deliver", "serve", "migrate", "prune"] {
        let text = try String(contentsOfFile: root + "/lib/systemd/system/pressrun-\(unit).service", encoding: .utf8)
        let directives = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
        #expect(directives.contains("ExecStart=/usr/bin/pressrun") && !directives.contains("/usr/local"), "\(unit)")
      }
      let control = try String(contentsOfFile: root + "/DEBIAN/control", encoding: .utf8)
      #expect(control.contains("libpango-1.0-0, ") && control.contains("Recommends: fonts-crosextra-caladea, "))
      #expect(!control.split(separator: "\n").contains { $0.hasPrefix("Depends:") && $0.contains("postgresql") })
      #expect(
        try String(contentsOfFile: root + "/DEBIAN/conffiles", encoding: .utf8) == "/etc/pressrun/destinations.yaml\n")
      let removal = try String(contentsOfFile: root + "/DEBIAN/prerm", encoding: .utf8)
      #expect(removal.contains("\"$1\" = remove") && removal.contains("systemctl stop"))
      // The same sources make the same file.
      try FileManager.default.createDirectory(atPath: folder + "/second", withIntermediateDirectories: true)
      let again = try await run(repository + "/script/package", [folder + "/second"], ["PROGRAM": folder + "/program"])
      let second = try #require(again.lines.last)
      #expect(FileManager.default.contentsEqual(atPath: file, andPath: second))
    }
  }

  /// Scripts named like dpkg-query, apt-get and id replace them, and record what would be installed.
  @Test(arguments: [nil, "postgresql:"] as [String?])
  func noServerIsInstalledIfTheDatabaseIsElsewhere(url: String?) async throws {
    try await withFolder { folder in
      try script("#!/bin/sh\nexit 1\n", at: folder + "/dpkg-query")
      try script("#!/bin/sh\necho 0\n", at: folder + "/id")
      try script("#!/bin/sh\n: \n", at: folder + "/sed")
      try script("#!/bin/sh\necho \"$@\" >>\(folder)/log\n", at: folder + "/apt-get")
      var environment = ["PATH": folder + ":" + Self.programs["PATH", default: ""]]
      environment["DATABASE_URL"] = url
      let result = try await run(repository + "/script/bootstrap", ["run"], environment)
      #expect(result.status == 0, "\(result.errors)")
      let installed = try String(contentsOfFile: folder + "/log", encoding: .utf8).split(whereSeparator: \.isWhitespace)
      #expect(installed.contains("libpango-1.0-0") && installed.contains("fonts-noto-color-emoji"))
      #expect(
        installed.contains("postgresql") == (url == nil) && installed.contains("postgresql-common") == (url == nil))
    }
  }
}
