/// The address of a mailbox, in the canonical form of `Destination`.
package struct EmailAddress: Hashable, Sendable {
  package let text: String

  /// - Throws: `DeliveryError` `.invalidDestination`.
  package init(_ text: String) throws(DeliveryError) {
    let address = try Destination("email:" + text).address ?? ""
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    // RFC 5321 §4.5.3.1; other characters would need quotation marks (RFC 5322 §3.4.1), which no mailbox in use has.
    let isPlain = address.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
        .paragraphSeparator:
        false
      default: !#"<>()[],;:\""#.unicodeScalars.contains(scalar)
      }
    }
    guard isPlain, parts.count == 2, (1...64).contains(parts[0].count), (1...253).contains(parts[1].count) else {
      throw DeliveryError(
        code: .invalidDestination, message: "not an email address", place: String(text.prefix(100)))
    }
    self.text = address
  }

  /// Equal for addresses of one mailbox, as nearly all servers see it.
  var folded: String { text.lowercased() }
}

extension EmailAddress: Decodable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.value { (text) throws(DeliveryError) in try EmailAddress(text) }
  }
}

/// The recipients of one mail.
struct EmailRecipients: Hashable, Sendable {
  static let limit = 50

  /// The address of the destination; whether it gets the mail decides the delivery.
  let primary: EmailAddress
  /// The destination's address first. No address is in two of the lists: the first one keeps it.
  private(set) var to: [EmailAddress]
  private(set) var cc: [EmailAddress] = []
  private(set) var bcc: [EmailAddress] = []

  var all: [EmailAddress] { to + cc + bcc }
  /// All addresses except the first, the address of the destination.
  var further: ArraySlice<EmailAddress> { all.dropFirst() }

  /// - Throws: `SendError` `invalid_recipient`, `too_many_recipients`.
  init(_ destination: Destination, _ options: EmailOptions) throws(SendError) {
    let count = 1 + options.to.count + options.cc.count + options.bcc.count
    guard count <= Self.limit else {
      throw SendError(
        code: "too_many_recipients",
        message: "the mail has \(count) recipients, above the limit of \(Self.limit); use several deliveries or a "
          + "mailing list", retry: .never)
    }
    primary = try Self.address(destination.address ?? "", "destination")
    to = [primary]
    var known: Set<String> = [primary.folded]
    func addresses(_ texts: [String], _ name: String) throws(SendError) -> [EmailAddress] {
      var result: [EmailAddress] = []
      for text in texts {
        let address = try Self.address(text, name)
        if known.insert(address.folded).inserted { result.append(address) }
      }
      return result
    }
    to += try addresses(options.to, "to")
    cc = try addresses(options.cc, "cc")
    bcc = try addresses(options.bcc, "bcc")
  }

  private static func address(_ text: String, _ name: String) throws(SendError) -> EmailAddress {
    do {
      return try EmailAddress(text)
    } catch {
      throw SendError(
        code: "invalid_recipient", message: "\(name): \(error.message); expected one address such as pm@fund.example",
        retry: .never)
    }
  }
}
