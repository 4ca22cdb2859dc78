/// An identifier with the code of its scheme.
package struct Identifier: Hashable, Sendable {
  package var id: String
  package var scheme: String?

  package init(id: String, scheme: String? = nil) {
    self.id = id
    self.scheme = scheme
  }
}

/// A postal address (BG-5, BG-8, BG-12, BG-15).
package struct Address: Hashable, Sendable {
  package var line1: String?
  package var line2: String?
  package var line3: String?
  package var city: String?
  package var postCode: String?
  package var subdivision: String?
  /// ISO 3166-1 alpha-2.
  package var country: String?

  /// The lines of the address as printed.
  package var lines: [String] {
    [line1, line2, line3, [postCode, city].compactMap(\.self).joined(separator: " "), subdivision, country]
      .compactMap(\.self).filter { !$0.isEmpty }
  }
}

/// A contact point (BG-6, BG-9).
package struct Contact: Hashable, Sendable {
  package var name: String?
  package var phone: String?
  package var email: String?
}

/// The seller (BG-4), the buyer (BG-7), the payee (BG-10) or the seller's tax representative (BG-11).
package struct Party: Hashable, Sendable {
  package var name = ""
  package var tradeName: String?
  package var ids: [Identifier] = []
  package var legalID: Identifier?
  package var vatID: String?
  package var taxNumber: String?
  package var legalInfo: [String] = []
  package var electronicAddress: Identifier?
  package var address: Address?
  package var contact: Contact?
  /// The party as printed: the payload's lines, or lines made from the other members.
  package var lines: [String] = []
}
