import Foundation
import TestTraits
import Testing

@testable import Delivery

/// Every example of a configuration in the guide and the file that is shipped can be read.
@Suite(.hangLimit) struct GuideTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func everyExampleOfTheGuideIsRead() throws {
    let examples = try Self.text("docs/delivery.md").components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    var kinds: Set<String> = []
    for example in examples {
      let all = try DestinationConfigurations(text: example, file: "docs/delivery.md", dataFolder: "/var/lib/pressrun")
      kinds.formUnion(all.names.map { String($0.prefix { $0 != ":" }) })
    }
    #expect(kinds == Set(DestinationForm.all.keys))
  }

  @Test func theShippedFileIsRead() throws {
    let file = Self.repository.appendingPathComponent("Jobs/destinations.yaml").path
    #expect(try DestinationConfigurations.load(file: file, dataFolder: "/var/lib/pressrun").names == ["folder"])
  }

  @Test func theFileOfTheManifestIsRead() throws {
    let manifest = try Self.text("deploy/kubernetes.yaml")
    let file = try #require(manifest.components(separatedBy: "  destinations.yaml: |\n").last)
    let text = file.prefix(upTo: try #require(file.range(of: "---\n")).lowerBound)
    #expect(try DestinationConfigurations(text: String(text), file: "kubernetes.yaml").names == ["email"])
  }
}
