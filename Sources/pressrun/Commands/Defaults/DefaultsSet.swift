import Application
import ArgumentParser
import Composition
import Foundation
import JSON

struct DefaultsSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the defaults of a tenant for a kind, instead of all earlier ones.")

  @Argument(help: "The kind of job.")
  var kind: String

  @Argument(help: "A JSON object with members of the payload; '-' for stdin.")
  var file: String

  @Option(help: "An image file that becomes the member logo.")
  var logo: String?

  @OptionGroup var owner: TenantArguments

  func run() async throws {
    let bytes = try read(file)
    var members: JSONObject
    do throws(CompositionError) {
      members = try JobContext.defaults(bytes)
    } catch {
      throw Failure(
        error.message, place: error.place.isEmpty ? file : "\(file): \(error.place)", status: Failure.badInput)
    }
    if let logo {
      members.members.removeAll { $0.name == "logo" }
      members.members.append(.init(name: "logo", value: .string(try dataURL(of: logo))))
    }
    let text = JSONValue.object(members).text
    let installation = Installation()
    try await installation.withQueue { queue in
      try await queue.registering([kind], of: installation) {
        try await $0.setPayloadDefaults(Array(text.utf8), of: kind, for: owner.tenant)
      }
    }
  }

  private func dataURL(of image: String) throws -> String {
    let types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "svg": "image/svg+xml", "webp": "image/webp",
      "gif": "image/gif",
    ]
    guard let type = types[URL(fileURLWithPath: image).pathExtension.lowercased()] else {
      throw Failure("is not a PNG, JPEG, SVG, WebP or GIF file", place: image, status: Failure.badInput)
    }
    return "data:\(type);base64,\(Data(try read(image)).base64EncodedString())"
  }
}
