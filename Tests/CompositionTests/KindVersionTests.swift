import Foundation
import TestTraits
import Testing

@testable import Composition

/// Versions of kinds: what belongs to them, and that a document is made of one version only.
@Suite(.hangLimit) struct KindVersionTests {
  private static let files = [
    "Jobs/letter.yaml": "name: letter\ncomposer: html\ntemplate: letter\n",
    "Jobs/card.yaml": "name: card\ncomposer: html\ntemplate: card\n",
    "Jobs/folder.yaml": "name: folder\ncomposer: binder\ntemplate: letter\n",
    "Jobs/destinations.yaml": "destinations: {}\n",
    "Jobs/examples/a.json": "{}",
    "Templates/README.md": "x",
    "Templates/letter/template.html": "<p>{{strings.dear}} {{name}}<img src=images/a.svg>",
    "Templates/letter/strings.yaml": "en: {dear: Dear}\n",
    "Templates/letter/style.css": "p { color: red }",
    "Templates/letter/images/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>",
    "Templates/card/card.html": "<p>{{name}}",
  ]

  private static func read(_ folder: TemporaryFolder) throws -> InstalledKinds {
    try KindFolders(jobs: folder.path + "/Jobs", templates: folder.path + "/Templates").read()
  }

  private static func write(_ text: String, _ path: String, _ folder: TemporaryFolder) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + path))
  }

  private static func hash(_ kind: String, _ folder: TemporaryFolder) throws -> String {
    try KindVersion(of: kind, in: read(folder)).sha256
  }

  @Test func aVersionHasTheFileOfTheKindAndAllFilesOfItsTemplate() throws {
    let folder = try TemporaryFolder(Self.files)
    let version = try KindVersion(of: "letter", in: Self.read(folder))
    #expect(
      version.files.keys.sorted() == [
        "Jobs/letter.yaml", "Templates/letter/images/a.svg", "Templates/letter/strings.yaml",
        "Templates/letter/style.css", "Templates/letter/template.html",
      ])
    #expect(try KindVersion(of: "letter", in: Self.read(TemporaryFolder(Self.files))).sha256 == version.sha256)
    let stored = try KindVersion(name: "letter", archive: version.archive)
    #expect(stored.sha256 == version.sha256 && stored.files == version.files && stored.kind.name == "letter")
  }

  @Test func aBinderHasAllKindsBecauseItsPartsMayBeOfAny() throws {
    let folder = try TemporaryFolder(Self.files)
    let version = try KindVersion(of: "folder", in: Self.read(folder))
    #expect(version.kinds.names == ["card", "folder", "letter"])
    #expect(try KindVersion(name: "folder", archive: version.archive).kinds.names == ["card", "folder", "letter"])
  }

  @Test(arguments: [
    "Jobs/letter.yaml", "Templates/letter/template.html", "Templates/letter/strings.yaml", "Templates/letter/style.css",
    "Templates/letter/images/a.svg",
  ])
  func everyFileOfAKindChangesItsVersion(path: String) throws {
    let folder = try TemporaryFolder(Self.files)
    let (letter, card) = (try Self.hash("letter", folder), try Self.hash("card", folder))
    try Self.write((Self.files[path] ?? "") + "\n", path, folder)
    #expect(try Self.hash("letter", folder) != letter)
    #expect(try Self.hash("card", folder) == card)
  }

  @Test(arguments: [
    "Jobs/examples/a.json", "Jobs/destinations.yaml", "Templates/README.md", "Templates/letter/.hidden",
  ])
  func otherFilesDoNot(path: String) throws {
    let folder = try TemporaryFolder(Self.files)
    let before = try Self.hash("letter", folder)
    try Self.write("changed: {}\n", path, folder)
    #expect(try Self.hash("letter", folder) == before)
  }

  @Test func aDocumentIsMadeOfTheVersionAfterItsFilesAreGone() throws {
    let folder = try TemporaryFolder(Self.files)
    let archive = try KindVersion(of: "letter", in: Self.read(folder)).archive
    try FileManager.default.removeItem(atPath: folder.path)
    let composer = DocumentComposer(kinds: try KindVersion(name: "letter", archive: archive).kinds)
    let composed = try composer.compose(kind: "letter", payload: Array(#"{"name": "Ada"}"#.utf8), job: Project.job)
    guard case .html(let document) = composed else { throw Unexpected() }
    #expect(document.text.contains("Dear Ada"))
    #expect(try Typesetter().typeset(document).warnings.map(\.description) == [])
  }

  @Test func aBrokenKindLeavesTheOthersUsable() throws {
    var files = Self.files
    files["Jobs/letter.yaml"] = "name: letter\ncomposer: html\ntemplate: letter\nqeue: a\n"
    files["Templates/card/card.html"] = "a\n{{#open}}"
    let kinds = try Self.read(TemporaryFolder(files)).kinds
    #expect(kinds.names == ["folder"])
    #expect(kinds.problems["letter"]?.description.hasPrefix("Jobs/letter.yaml:4: qeue: unknown key") == true)
    #expect(kinds.problems["card"]?.description.hasPrefix("card/card.html:") == true)
    #expect(error { _ = try kinds.kind(named: "letter") }?.description.contains("qeue") == true)
    #expect(error { _ = try kinds.kind(named: "nothing") }?.code == .unknownKind)
  }

  @Test func linksOfMountedVolumesAreFollowedAndOthersAreNot() throws {
    let folder = try TemporaryFolder(Self.files)
    let template = folder.path + "/Templates/card"
    let manager = FileManager.default
    // As Kubernetes mounts a ConfigMap.
    try manager.createDirectory(atPath: template + "/..2026", withIntermediateDirectories: false)
    try manager.moveItem(atPath: template + "/card.html", toPath: template + "/..2026/card.html")
    try manager.createSymbolicLink(atPath: template + "/..data", withDestinationPath: "..2026")
    try manager.createSymbolicLink(atPath: template + "/card.html", withDestinationPath: "..data/card.html")
    #expect(try KindVersion(of: "card", in: Self.read(folder)).files.count == 2)
    try manager.createSymbolicLink(atPath: template + "/passwd", withDestinationPath: "/etc/passwd")
    let problem = try Self.read(folder).kinds.problems["card"]
    #expect(problem?.description == "Templates/card/passwd: a symbolic link leads out of the folder")
  }

  @Test func aDamagedVersionIsRefused() throws {
    let archive = try KindVersion(of: "letter", in: Self.read(TemporaryFolder(Self.files))).archive
    for damaged in [[], Array(archive.prefix(700)), Array("no tar file".utf8), [UInt8](repeating: 7, count: 512)] {
      #expect(error { _ = try KindVersion(name: "letter", archive: damaged) } != nil)
    }
    #expect(error { _ = try KindVersion(name: "card", archive: archive) }?.code == .unknownKind)
  }

  /// Workers compose the stamps of jobs from the version alone.
  @Test func versionsOfKindsWithStampsHaveTheOtherKinds() throws {
    let folder = try TemporaryFolder(Self.files)
    try Self.write(
      "name: letter\ncomposer: html\ntemplate: letter\nstamps: [{kind: card}]\n", "Jobs/letter.yaml", folder)
    let version = try KindVersion(of: "letter", in: Self.read(folder))
    let stored = try KindVersion(name: "letter", archive: version.archive)
    #expect(stored.kinds.names.contains("card"))
  }
}
