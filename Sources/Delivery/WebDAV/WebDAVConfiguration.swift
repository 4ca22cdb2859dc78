import Foundation
import Networking

/// A folder ("collection") of a WebDAV server (RFC 4918).
///
///     url: https://dav.example/share/
///     user: pressrun
///     password: { env: SHARE_PASSWORD }
///     name: "{tenant}/{date}/{job}-{kind}.{extension}"
///     upload: rename                # or direct, for servers without MOVE whose PUT is atomic
///     on_conflict: rename
///     ca_file: /etc/ssl/dav-ca.pem
package struct WebDAVConfiguration: Hashable, Sendable, Decodable {
  /// The handling of a document whose name exists with different content.
  package enum OnConflict: String, Sendable, Decodable {
    /// The document gets a distinct name (`PathText.distinct`).
    case rename
    /// The delivery fails.
    case fail
  }

  /// The method of uploading by which an incomplete document never appears.
  package enum Upload: String, Sendable, Decodable {
    /// Under a temporary name, then moved without replacing anything.
    case rename
    /// A PUT with `If-None-Match: *`.
    case direct
  }

  /// The URL of the collection, without a slash at the end. The collection must exist.
  package var url: String
  /// The name of the user; nil for no authentication.
  package var user: String?
  package var password: Secret?
  /// The path of a document below the URL.
  package var name: NameTemplate
  package var upload: Upload
  package var onConflict: OnConflict
  package var caFile: String?

  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package init(
    url: String, user: String? = nil, password: Secret? = nil, name: NameTemplate = .standard,
    upload: Upload = .rename, onConflict: OnConflict = .rename, caFile: String? = nil
  ) throws(DeliveryError) {
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(code: .invalidConfiguration, message: message, place: String(url.prefix(200)))
    }
    guard let parts = URLComponents(string: url), ["https", "http"].contains(parts.scheme?.lowercased()),
      parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.query == nil,
      parts.fragment == nil, !url.hasControlCharacters,
      !parts.path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { throw refuse("url must be an http or https URL without user information, query and \"..\"") }
    guard (user == nil) == (password == nil) else { throw refuse("user and password need each other") }
    guard user == nil || parts.scheme?.lowercased() == "https" else {
      throw refuse("a password is sent over TLS only; use an https URL")
    }
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.user = user
    self.password = password
    self.name = name
    self.upload = upload
    self.onConflict = onConflict
    self.caFile = caFile
  }

  private enum CodingKeys: String, CodingKey {
    case url, user, password, name, upload
    case onConflict = "on_conflict"
    case caFile = "ca_file"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let url = try values.decode(String.self, forKey: .url)
    let user = try values.decodeIfPresent(String.self, forKey: .user)
    let password = try values.decodeIfPresent(Secret.self, forKey: .password)
    let name = try values.decodeIfPresent(NameTemplate.self, forKey: .name) ?? .standard
    let upload = try values.decodeIfPresent(Upload.self, forKey: .upload) ?? .rename
    let onConflict = try values.decodeIfPresent(OnConflict.self, forKey: .onConflict) ?? .rename
    let caFile = try values.decodeIfPresent(String.self, forKey: .caFile)
    do throws(DeliveryError) {
      try self.init(
        url: url, user: user, password: password, name: name, upload: upload, onConflict: onConflict,
        caFile: caFile)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .url, in: values, debugDescription: error.message)
    }
  }
}

extension WebDAVConfiguration: SenderConfiguration {
  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    var credentials: HTTPCredentials?
    if let user, let password { credentials = .basic(user: user, password: try password.read()) }
    let client = HTTPClient(addresses: limits.addresses, tls: TLSSettings(caFile: caFile))
    return WebDAVSender(
      self, name: name,
      server: WebDAVServer(client: client, credentials: credentials, timeout: limits.timeout ?? .seconds(600)))
  }
}
