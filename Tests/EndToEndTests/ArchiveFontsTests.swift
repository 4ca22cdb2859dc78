import Foundation
import TestTraits
import Testing

/// An archive is the same everywhere: what XFDF becomes is stored when it is accepted, so that neither fonts nor locale
/// and time zone of the machine that builds or verifies it matter.
@Suite(.hangLimit) struct ArchiveFontsTests {
  private static let text = """
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><freetext page="0" rect="10,10,190,90" name="free" title="Ann" \
    date="D:20261120120000Z"><contents>Grüße, 12.5 %</contents><defaultappearance>/Helv 9 Tf</defaultappearance>\
    </freetext></annots></xfdf>
    """

  /// Environments with different fonts, locales and time zones. The last one has no fonts.
  private static func environments(_ installation: TestInstallation) throws -> [[String: String]] {
    let settings = [
      ("DejaVu", "C", "UTC"), ("Liberation", "de_DE.UTF-8", "Europe/Berlin"), ("Carlito", "tr_TR.UTF-8", "Asia/Tokyo"),
      ("Caladea", "C.UTF-8", "Pacific/Kiritimati"), (".", "fr_FR.UTF-8", "America/St_Johns"), ("", "C", "Pacific/Niue"),
    ]
    return try settings.enumerated().map { index, setting in
      let empty = installation.folder + "/no-fonts"
      try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
      let folder = setting.0.isEmpty ? empty : repository + "/Tests/Fonts/" + setting.0
      let file = try installation.file(
        "fonts-\(index).conf",
        "<fontconfig><dir>\(folder)</dir><cachedir>\(installation.folder)/fonts-\(index)</cachedir></fontconfig>")
      return ["FONTCONFIG_FILE": file, "LC_ALL": setting.1, "TZ": setting.2]
    }
  }

  private static func run(
    _ arguments: [String], on installation: TestInstallation, under environment: [String: String]
  ) async throws {
    let result = try await installation.start(arguments, environment: environment).result()
    #expect(result.status == 0, "\(arguments.joined(separator: " ")) under \(environment): \(result.errors)")
  }

  @Test func bagsVerifyUnderOtherFontsLocalesAndTimeZones() async throws {
    try await TestInstallation.with { installation in
      let base = installation.folder + "/base.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
      let source = try installation.file("free.xfdf", Self.text)
      let environments = try Self.environments(installation)
      for (index, environment) in environments.dropLast().enumerated() {
        try await installation.pressrun("archive", "register", "doc\(index)", base)
        try await Self.run(["archive", "sync", "doc\(index)", "--xfdf", source], on: installation, under: environment)
        try await Self.run(
          ["archive", "bag", "doc\(index)", "-o", "\(installation.folder)/\(index).tar"], on: installation,
          under: environment)
      }
      for index in environments.indices.dropLast() {
        for environment in environments {
          try await Self.run(
            ["archive", "verify", "\(installation.folder)/\(index).tar"], on: installation, under: environment)
        }
      }
      try await Self.compareBuilds(on: installation, environments)
    }
  }

  /// Every environment extracts the same bytes, and so does a worker without any font.
  private static func compareBuilds(on installation: TestInstallation, _ environments: [[String: String]]) async throws
  {
    let id = try await installation.enqueue("archive", #"{"document": "doc0"}"#)
    try await run(
      ["work", "--drain", "--concurrency", "1"], on: installation, under: environments[environments.count - 1])
    let built = installation.folder + "/built.pdf"
    try await installation.pressrun("artifacts", "get", "\(id)", "-o", built)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: built))
    for environment in environments {
      let extracted = installation.folder + "/extracted.pdf"
      try await run(["archive", "extract", "doc0", "--at", "1", "-o", extracted], on: installation, under: environment)
      #expect(try Data(contentsOf: URL(fileURLWithPath: extracted)) == bytes)
    }
  }
}
