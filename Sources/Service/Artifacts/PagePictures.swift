import JobQueue
import Web

/// A page of a file.
package struct PageChoice: Hashable, Sendable {
  /// The SHA-256 of the file.
  package var sha256: String
  /// The number of the page, from 1.
  package var page: Int
  /// The tenant to which the file belongs. Each tenant has only a share of the processes that draw.
  package var tenant: String

  package init(sha256: String, page: Int, tenant: String) {
    self.sha256 = sha256
    self.page = page
    self.tenant = tenant
  }
}

/// Draws pages of stored documents.
package protocol PagePictures: Sendable {
  /// A page as PNG.
  /// - Parameter width: in pixels.
  /// - Throws: `Problem` `.undrawablePage` if the page takes too long to draw or is damaged.
  func png(of page: PageChoice, width: Int) async throws -> [UInt8]

  /// A page of a file that is not stored as PNG.
  /// - Parameters:
  ///   - width: in pixels.
  ///   - read: called if there is no picture of that page yet.
  func png(
    of page: PageChoice, width: Int, reading read: @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8]
}

extension ProblemType {
  static let undrawablePage = ProblemType("undrawable_page", status: 422, "The page cannot be drawn as a picture")
}

/// The response with a picture of a page of a job's document, for the API and the dashboard.
enum PagePictureResponse {
  static let width = Parameter<Int>.query("width", .integer(16...2000), default: 480, "Width of the picture in pixels.")

  /// A document never changes, so a picture may be kept; only by the client, because it needs credentials.
  static var security: SecurityHeaders {
    var security = SecurityHeaders.strict
    security.cacheControl = "private, max-age=3600"
    return security
  }

  /// - Throws: `Problem` `.notFound` if the job has no such page.
  static func response(
    _ job: JobRecord, page: Int, _ request: WebRequest, _ pictures: (any PagePictures)?
  ) async throws -> WebResponse {
    guard let pictures, let artifact = job.artifact, artifact.mediaType == "application/pdf", page <= artifact.pages
    else { throw Problem(.notFound, "job \(job.id) has no page \(page)") }
    let width = try request[width]
    let tag = "\"\(artifact.sha256.prefix(32))-\(page)-\(width)\""
    return try await self.response(tag, request) {
      try await pictures.png(of: PageChoice(sha256: artifact.sha256, page: page, tenant: job.tenant), width: width)
    }
  }

  /// A picture that is drawn unless the client has it.
  static func response(
    _ tag: String, _ request: WebRequest, _ draw: () async throws -> [UInt8]
  ) async throws -> WebResponse {
    guard request.header("If-None-Match") != tag else { return WebResponse(status: 304) }
    var response = WebResponse(mediaType: "image/png", bytes: try await draw())
    response["ETag"] = tag
    return response
  }
}
