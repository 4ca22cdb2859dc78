import ArgumentParser
import Foundation

/// Options of a delivery, such as the subject of a mail.
struct DeliveryOptionArguments: ParsableArguments {
  @Option(
    name: .customLong("option"),
    help: ArgumentHelp(
      "How to deliver: subject=Report for a text, copies:=2 for a JSON value; repeatable.", valueName: "name=value"))
  var all: [DeliveryOption] = []

  /// A JSON object; nil without options.
  func json() throws -> [UInt8]? {
    guard !all.isEmpty else { return nil }
    var names: Set<String> = []
    for option in all where !names.insert(option.name).inserted {
      throw Failure("--option \(option.name) is given twice", status: Failure.badInput)
    }
    return Array("{\(all.map(\.member).joined(separator: ", "))}".utf8)
  }
}

/// `name=text` or `name:=json`.
struct DeliveryOption: ExpressibleByArgument {
  var name: String
  /// The member of a JSON object.
  var member: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
    let value = String(argument[argument.index(after: sign)...])
    let isJSON = argument[argument.index(before: sign)] == ":"
    name = String(isJSON ? argument[..<sign].dropLast() : argument[..<sign])
    guard !name.isEmpty, let quotedName = Self.quoted(name) else { return nil }
    if isJSON {
      guard (try? JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)) != nil else {
        return nil
      }
      member = "\(quotedName): \(value)"
    } else {
      guard let quoted = Self.quoted(value) else { return nil }
      member = "\(quotedName): \(quoted)"
    }
  }

  private static func quoted(_ text: String) -> String? {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) }
  }
}
