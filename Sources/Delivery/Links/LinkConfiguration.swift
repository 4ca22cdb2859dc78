import Foundation
import Networking

/// Share links.
///
///     base_url: https://documents.fund.example
///     key: { file: /run/secrets/link_key }       # at least 32 characters, from: openssl rand -base64 32
///     lifetime: 7d
///     maximum_lifetime: 90d
///     downloads: 20
package struct LinkConfiguration: Sendable {
  /// The URL of `pressrun serve`, without a final slash.
  package var baseURL: String
  /// The secret from which the tokens of links are made; at least 32 characters.
  package var key: Secret
  /// The lifetime of links whose request states none.
  package var lifetime: Duration
  /// The longest lifetime that a request may state.
  package var maximumLifetime: Duration
  /// How often a document may be downloaded; nil for no limit.
  package var downloads: Int?

  package init(
    baseURL: String, key: Secret, lifetime: Duration = .seconds(7 * 86_400),
    maximumLifetime: Duration = .seconds(90 * 86_400), downloads: Int? = nil
  ) throws(DeliveryError) {
    do throws(NetworkError) {
      _ = try Endpoint(url: baseURL, ports: ["http": 80, "https": 443])
    } catch {
      throw DeliveryError(
        code: .invalidConfiguration, message: "base_url is not an http or https URL: \(error.message)",
        place: String(baseURL.prefix(200)))
    }
    guard !baseURL.contains("?") else {
      throw DeliveryError(
        code: .invalidConfiguration, message: "base_url must have no query", place: String(baseURL.prefix(200)))
    }
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    self.key = key
    self.lifetime = lifetime
    self.maximumLifetime = maximumLifetime
    self.downloads = downloads
  }

  /// The link key.
  /// - Throws: `DeliveryError` `.missingSecret`, `.invalidConfiguration` if it is short.
  package func readKey() throws(DeliveryError) -> [UInt8] {
    let key = Array(try self.key.read().utf8)
    guard key.count >= 32 else {
      throw DeliveryError(
        code: .invalidConfiguration,
        message: "the key of share links is shorter than 32 characters; make one with: openssl rand -base64 32",
        place: "link")
    }
    return key
  }
}

extension LinkConfiguration: SenderConfiguration {
  private enum CodingKeys: String, CodingKey {
    case key, lifetime, downloads
    case baseURL = "base_url"
    case maximumLifetime = "maximum_lifetime"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let longest = Duration.seconds(366 * 86_400)
    let maximum = try values.decodeIfPresent(Duration.self, forKey: .maximumLifetime) ?? .seconds(90 * 86_400)
    try values.check((.seconds(60)...longest).contains(maximum), .maximumLifetime, "expected a time from 1m to 366d")
    let lifetime = try values.decodeIfPresent(Duration.self, forKey: .lifetime) ?? min(maximum, .seconds(7 * 86_400))
    try values.check(
      (.seconds(60)...maximum).contains(lifetime), .lifetime, "expected a time from 1m to maximum_lifetime")
    let downloads = try values.decodeIfPresent(Int.self, forKey: .downloads)
    try values.check((1...1_000_000).contains(downloads ?? 1), .downloads, "expected a whole number from 1 to 1000000")
    let baseURL = try values.decode(String.self, forKey: .baseURL)
    let key = try values.decode(Secret.self, forKey: .key)
    do throws(DeliveryError) {
      try self.init(
        baseURL: baseURL, key: key, lifetime: lifetime, maximumLifetime: maximum, downloads: downloads)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .baseURL, in: values, debugDescription: error.message)
    }
  }

  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    throw DeliveryError(
      code: .invalidConfiguration, message: "share links need a database, which this program does not have",
      place: "link")
  }

  package func makeSender(
    name: String?, limits: DestinationLimits, services: SenderServices
  ) throws(DeliveryError) -> any Sender {
    guard let links = services.links else { return try makeSender(name: name, limits: limits) }
    return LinkSender(baseURL: baseURL, makeLink: links)
  }
}
