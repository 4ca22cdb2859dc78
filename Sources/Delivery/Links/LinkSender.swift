import Foundation
import JSON

/// Makes a share link for each delivery.
///
/// The receipt has the link's id and not its address, because receipts are read by people who may not read the
/// document. People who may share the document get the address from `pressrun links create`, or by mail or webhook.
package struct LinkSender: Sender {
  private let baseURL: String
  private let makeLink: LinkMaker

  package init(baseURL: String, makeLink: @escaping LinkMaker) {
    self.baseURL = baseURL
    self.makeLink = makeLink
  }

  package func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    try request.checkOneFile("link")
    let link = try await makeLink(request)
    return Receipt(
      protocol: "link", address: baseURL, time: Date(), remoteID: link.id, bytes: request.document.bytes,
      sha256: request.document.sha256, details: ["expires": link.expires.formatted(.iso8601)])
  }

  package func close() async {}
}

/// The options of a delivery that concern its link.
///
///     {"link": {"lifetime_hours": 48, "downloads": 5}}
enum LinkOptions {
  /// Other members of the options belong to the sender.
  static func terms(_ options: [UInt8]) throws(SendError) -> ShareLinks.Terms {
    guard let value = try? JSONParser.parse(options), case .object(let object) = value else {
      throw invalid("the options must be a JSON object")
    }
    guard let link = object["link"], link != .null else { return ShareLinks.Terms() }
    guard case .object(let members) = link else { throw invalid("link must be an object") }
    var terms = ShareLinks.Terms()
    for member in members.members {
      switch (member.name, member.value) {
      case ("lifetime_hours", .number(let text)):
        guard let hours = Int(text), (1...8784).contains(hours) else {
          throw invalid("link.lifetime_hours must be a whole number from 1 to 8784")
        }
        terms.lifetime = .seconds(hours * 3600)
      case ("downloads", .number(let text)):
        guard let downloads = Int(text), (1...1_000_000).contains(downloads) else {
          throw invalid("link.downloads must be a whole number from 1 to 1000000")
        }
        terms.downloads = downloads
      default: throw invalid("link may have lifetime_hours and downloads, which are whole numbers")
      }
    }
    return terms
  }

  private static func invalid(_ message: String) -> SendError {
    SendError(code: "option_invalid", message: message, retry: .never)
  }
}
