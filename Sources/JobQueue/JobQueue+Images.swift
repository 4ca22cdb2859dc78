import Postgres

/// Images of documents on other hosts.
extension JobQueue {
  /// The hosts from which images of a tenant's documents may be fetched, such as `cdn.example` and `*.img.example`.
  package func imageHosts(of tenant: String) async throws -> [String] {
    try await query(Statements.imageHostsOf, [.text(tenant)]).map { try $0.decode(0) }
  }

  /// - Returns: false if the host was allowed before.
  /// - Throws: `QueueError` `.invalidArgument` for what is not a host.
  package func allowImageHost(_ host: String, for tenant: String) async throws -> Bool {
    try await query(Statements.allowImageHost, [.text(tenant), .text(host)]).single().decode(0)
  }

  /// - Returns: false if the tenant had no such host.
  package func denyImageHost(_ host: String, for tenant: String) async throws -> Bool {
    try await query(Statements.denyImageHost, [.text(tenant), .text(host)]).single().decode(0)
  }

  /// The SHA-256 of each image that was fetched for a job, by its address in the document.
  package func images(of job: JobID) async throws -> [String: String] {
    let rows = try await query(Statements.imagesOfJob, [.integer(job.rawValue)])
    return try Dictionary(rows.map { (try $0.decode(0), try $0.decode(1)) }) { first, _ in first }
  }

  /// Records images that were fetched for a job.
  /// - Parameter images: SHA-256 by address.
  /// - Returns: false if the lease is no longer held.
  package func record(images: [String: String], of ref: LeaseRef) async throws -> Bool {
    try await query(
      Statements.recordImages,
      [
        .integer(ref.job.rawValue), .integer(ref.lease), .texts(images.map(\.key)), .texts(images.map(\.value)),
      ]
    ).single().decode(0)
  }
}
