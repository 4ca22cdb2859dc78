import Foundation
import JobQueue
import OperatingSystem
import Postgres

/// The share links of an installation: making, opening and revoking them.
///
/// Its methods throw `ShareLinkError`, `QueueError` and `PostgresError`.
package struct ShareLinks: Sendable {
  let queue: JobQueue
  private let configuration: LinkConfiguration
  private let key: [UInt8]
  private let passwords: PasswordChecks

  /// - Throws: `DeliveryError` if the key cannot be read; `SystemError` if there is no thread.
  package init(queue: JobQueue, configuration: LinkConfiguration) throws {
    self.queue = queue
    self.configuration = configuration
    key = try configuration.readKey()
    passwords = try PasswordChecks()
  }

  /// The conditions under which a link can be used.
  package struct Terms: Hashable, Sendable {
    /// The lifetime of the link; nil for the configured lifetime.
    package var lifetime: Duration?
    /// The number of downloads; nil for the configured number.
    package var downloads: Int?
    /// Needed to open the link; nil for none.
    package var password: String?

    package init(lifetime: Duration? = nil, downloads: Int? = nil, password: String? = nil) {
      self.lifetime = lifetime
      self.downloads = downloads
      self.password = password
    }
  }

  /// Makes a link to the document of a job, or to a file of a delivery. All calls for one file of a delivery return the
  /// same link.
  /// - Parameter file: the SHA-256 of a file of the delivery; nil for the first.
  /// - Throws: `ShareLinkError` `.invalidTerms`, `.keyChanged`; `QueueError` `.unknownJob` if the job has no document.
  package func create(
    job: JobID, delivery: JobID? = nil, file: String? = nil, terms: Terms = Terms()
  ) async throws -> CreatedLink {
    let lifetime = terms.lifetime ?? configuration.lifetime
    guard lifetime >= .seconds(60), lifetime <= configuration.maximumLifetime else {
      throw ShareLinkError(.invalidTerms, "a link lives from one minute to the configured maximum_lifetime")
    }
    var password: String?
    if let text = terms.password {
      guard text.count >= 8, let hash = try await passwords.hash(text) else {
        throw ShareLinkError(.invalidTerms, "a password has at least 8 characters and at most 256 bytes")
      }
      password = hash.text
    }
    let id = UUID()
    let row = try await queue.query(
      Statements.createShareLink,
      [
        .text(id.uuidString), .text("\\x" + ShareToken(id: id, key: key).hash), .integer(job.rawValue),
        .integer(Int(lifetime.components.seconds)), .integer(optional: terms.downloads ?? configuration.downloads),
        .text(optional: password), delivery.map { .integer($0.rawValue) } ?? .null, .text(optional: file),
      ]
    ).single()
    return try made(row)
  }

  /// The address of a link that exists.
  private func made(_ row: Row) throws -> CreatedLink {
    guard let id = UUID(uuidString: try row.decode("link")) else {
      throw ShareLinkError(.unknown, "the database returned no link")
    }
    let token = ShareToken(id: id, key: key)
    guard try row.decode("hash", as: String.self) == token.hash else {
      throw ShareLinkError(
        .keyChanged,
        "the link was made with another key, so that its address cannot be made again; share the document again")
    }
    return CreatedLink(
      url: "\(configuration.baseURL)/s/\(token.text)", id: id.uuidString.lowercased(),
      expires: try row.decode("expires"))
  }

  /// A document that a link gives access to.
  package struct OpenedDocument: Hashable, Sendable {
    /// Identifies the link without granting access.
    package var link: String
    package var tenant: String
    package var job: JobID
    package var kind: String
    package var sha256: String
    package var bytes: Int
    package var mediaType: String
    /// The number of pages; nil if the job was removed.
    package var pages: Int?
    package var expires: Date
    /// Remaining downloads after this one; nil for no limit.
    package var downloadsLeft: Int?
    package var hasPassword: Bool
  }

  /// Opens a link, and counts the download that is about to begin.
  /// - Parameters:
  ///   - token: from the address, as it came.
  ///   - grant: from `grant(for:)`, instead of a password.
  ///   - counts: false to look at the link without downloading: for `HEAD` requests and the link's page.
  /// - Throws: `ShareLinkError`.
  package func open(
    _ token: String, password: String? = nil, grant: String? = nil, counts: Bool = true
  ) async throws -> OpenedDocument {
    guard let token = ShareToken(token),
      let row = try await queue.query(Statements.findShareLink, [.text("\\x" + token.hash)]).first
    else { throw ShareLinkError(.unknown, "there is no such link") }
    let id: String = try row.decode("id")
    if let problem = try row.decode("problem", as: String?.self) {
      throw ShareLinkError(ShareLinkError.Code(rawValue: problem) ?? .unknown, "the link is \(problem)")
    }
    let hash: String? = try row.decode("password_hash")
    if let hash, !(grant.map { ShareGrant.isValid($0, link: id, key: key) } ?? false) {
      try await check(password, hash, id)
    }
    if counts, try await !queue.query(Statements.countShareDownload, [.text(id)]).single().decode(0, as: Bool.self) {
      throw ShareLinkError(.exhausted, "the link is exhausted")
    }
    return OpenedDocument(
      link: id, tenant: try row.decode("tenant"), job: JobID(rawValue: try row.decode("job_id")),
      kind: try row.decode("kind"), sha256: try row.decode("sha256"), bytes: try row.decode("bytes"),
      mediaType: try row.decode("media_type"), pages: try row.decode("pages"), expires: try row.decode("expires_at"),
      downloadsLeft: try row.decode("max_downloads", as: Int?.self).map { limit in
        max(0, limit - (try row.decode("downloads", as: Int.self)) - (counts ? 1 : 0))
      }, hasPassword: hash != nil)
  }

  /// A signed value that is accepted instead of the password of a link for ten minutes.
  package func grant(for document: OpenedDocument) -> String {
    ShareGrant.make(link: document.link, expires: Date() + ShareGrant.lifetime, key: key)
  }

  private func check(_ password: String?, _ hash: String, _ id: String) async throws {
    guard let password else { throw ShareLinkError(.passwordRequired, "the link needs a password") }
    guard password.utf8.count <= PasswordHash.maximumPassword else {
      throw ShareLinkError(.passwordWrong, "the password is wrong")
    }
    // Counted first, so that attempts at the same time cannot exceed the limit.
    guard try await queue.query(Statements.countShareAttempt, [.text(id)]).single().decode(0, as: Bool.self) else {
      throw ShareLinkError(.locked, "the link is locked")
    }
    guard try await passwords.matches(PasswordHash(text: hash), password) else {
      throw ShareLinkError(.passwordWrong, "the password is wrong")
    }
    _ = try await queue.query(Statements.clearShareAttempts, [.text(id)])
  }

  /// The link maker of senders.
  package var maker: LinkMaker {
    { request async throws(SendError) in
      do {
        let terms = try LinkOptions.terms(request.options)
        return try await self.create(
          job: JobID(rawValue: request.document.job), delivery: JobID(rawValue: request.id),
          file: request.document.sha256,
          terms: terms)
      } catch let error as SendError {
        throw error
      } catch let error as ShareLinkError {
        throw SendError(code: "link_\(error.code.rawValue)", message: error.message, retry: .never)
      } catch let error as QueueError where !error.isSchemaMismatch {
        throw SendError(code: "link_refused", message: error.message, retry: .never)
      } catch {
        throw SendError(
          code: "database_unavailable", message: "the share link cannot be recorded", retry: .later(notBefore: nil))
      }
    }
  }
}

/// An error in creating or opening a share link.
package struct ShareLinkError: Error, Hashable, Sendable {
  /// The kind of error: the state of the link, what is wrong with a request, or a link that was made with another key.
  package enum Code: String, Sendable {
    case unknown, expired, revoked, exhausted, locked
    case passwordRequired = "password_required"
    case passwordWrong = "password_wrong"
    case invalidTerms = "invalid_terms"
    case keyChanged = "key_changed"
  }

  package var code: Code
  /// A sentence for a person.
  package var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Hashes passwords one after the other on one thread, so that many guesses occupy neither all processors nor the
/// memory.
private actor PasswordChecks {
  private nonisolated let executor: ThreadExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws(SystemError) { executor = try ThreadExecutor(name: "passwords") }

  func hash(_ password: String) throws -> PasswordHash? { PasswordHash(password: password) }
  func matches(_ hash: PasswordHash, _ password: String) throws -> Bool { hash.matches(password) }
}
