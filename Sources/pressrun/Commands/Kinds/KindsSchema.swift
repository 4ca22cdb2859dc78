import Application
import ArgumentParser
import Composition
import Foundation

struct KindsSchema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a kind's payloads, which enqueues check.",
    discussion: "The schema is read from the file in Jobs/. 'pressrun migrate' makes it known to the database.")

  @Argument(help: "The kind.")
  var kind: String

  func run() async throws {
    let schema = try Installation().kinds().kind(named: kind).payloadSchema
    let value = try JSONSerialization.jsonObject(with: Data(schema.text.utf8))
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    print(String(decoding: data, as: UTF8.self))
  }
}
