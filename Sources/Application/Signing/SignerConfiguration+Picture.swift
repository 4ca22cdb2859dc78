import Composition
import Foundation
import Signing

extension SignerConfiguration {
  /// A visible signature.
  package struct Picture: Hashable, Sendable {
    /// An HTML file (`SignatureTemplate`). Its page size is the size of the signature.
    package var template: String
    /// The page and the place on it.
    package var place: SignatureAppearance.Place

    package init(template: String, place: SignatureAppearance.Place) {
      self.template = template
      self.place = place
    }

    /// A distance such as `20mm` in points; nil if the text is not a distance.
    package static func distance(_ text: String) -> Double? {
      PaperSize.length(text, in: 0...20_000).map { $0 * 0.75 }
    }
  }

  /// The page to be typeset as the picture of a visible signature; nil for an invisible one.
  /// - Throws: `SigningError`; `CompositionError` for a template that cannot be used.
  package func pictureDocument(_ details: SignatureDetails) async throws -> HTMLDocument? {
    guard let picture else { return nil }
    let now = Date()
    let moment = now.formatted(.iso8601)
    let signer = try await identity(at: Int(now.timeIntervalSince1970)).name
    return try SignatureTemplate.document(
      try read(picture.template), name: URL(fileURLWithPath: picture.template).lastPathComponent,
      values: [
        "signer": signer, "date": String(moment.prefix(10)),
        "time": String(moment.dropFirst(11).prefix(5)), "reason": details.reason ?? "",
        "location": details.location ?? "",
      ])
  }
}

extension SignerConfiguration.Picture: Decodable {
  private enum CodingKeys: String, CodingKey { case template, page, left, top }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func refuse(_ message: String, at key: CodingKeys) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: message)
    }
    func distance(_ key: CodingKeys) throws -> Double {
      guard let distance = Self.distance(try values.decode(String.self, forKey: key)) else {
        throw refuse("expected a length such as 20mm", at: key)
      }
      return distance
    }
    let page = try values.decodeIfPresent(String.self, forKey: .page) ?? "last"
    guard let page = SignatureAppearance.Page(page) else {
      throw refuse("expected first, last or a number", at: .page)
    }
    self.init(
      template: try values.decode(String.self, forKey: .template),
      place: SignatureAppearance.Place(page: page, left: try distance(.left), top: try distance(.top)))
  }
}
