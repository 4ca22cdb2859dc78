import Composition
import Foundation
import JSON
import TestTraits
import Testing

@testable import Rendering

/// Errors and warnings that leave a renderer contain no text of the payload: people who may see jobs and logs need not
/// have the right to read payloads.
@Suite(.hangLimit) struct PayloadPrivacyTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  /// Replacements for each value of a payload. Each contains a marker that no template contains.
  private static let replacements: [JSONValue] = [
    .string("Zqx-Secret 8675309"), .string("<p style='Zqx-Secret: 8675309; color: Zqx-Secret'>x</p>"),
    .string("<style>Zqx-Secret { color: red } @Zqx-Secret; p { Zqx-Secret: 1; width: Zqx-Secret 8675309 }"),
    .string("<a href='#Zqx-Secret'>x</a><img src='Zqx-Secret.png'><img src='zqx:8675309'>"),
    .string("Zqx-Secret” 8675309 “Zqx-Secret"), .number("8675309"), .number("86753098675309867530986753.09"),
    .number("8675309.12345678"), .string("8675309-13-45"), .array([.string("Zqx-Secret")]),
  ]

  @Test(arguments: ["note", "invoice-1", "invoice-de", "statement"])
  func noMessageContainsTextOfThePayload(example: String) throws {
    let kinds = try JobKinds.load(folder: Self.root + "/Jobs", templates: Self.root + "/Templates")
    let renderer = try DocumentRenderer(kinds: kinds)
    let file = try #require(FileManager.default.contents(atPath: Self.root + "/Jobs/examples/\(example).json"))
    guard case .object(let job) = try JSONParser.parse(Array(file)), let payload = job["payload"] else {
      return #expect(Bool(false), "the example is not a job")
    }
    let kind = String(example.prefix { $0 != "-" })
    let request = RenderRequest(kind: kind, created: 0, cpuSeconds: 60, memory: 1 << 30)
    // The example itself is valid.
    #expect(Self.messages(renderer, request, payload) == [])
    for variant in Self.variants(of: payload) {
      for message in Self.messages(renderer, request, variant) {
        let words = message.lowercased()
        #expect(!words.contains("zqx") && !words.contains("8675309"), "\(message)")
      }
    }
  }

  private static func messages(_ renderer: DocumentRenderer, _ request: RenderRequest, _ payload: JSONValue) -> [String]
  {
    do throws(RenderFailure) {
      let input = RendererProgram.Input(request: request, payload: Array(payload.text.utf8), artifacts: [:])
      return try renderer.render(input).0.warnings
    } catch {
      return [error.description]
    }
  }

  /// The value with one of its values replaced, in every way.
  private static func variants(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let object):
      object.members.indices.flatMap { index in
        variants(of: object.members[index].value).map { variant in
          var changed = object
          changed.members[index].value = variant
          return .object(changed)
        }
      } + replacements
    case .array(let items):
      // The elements of an array are alike.
      (items.first.map(variants) ?? []).map { .array([$0] + items.dropFirst().prefix(2)) } + replacements
    default: replacements
    }
  }
}
