import Application
import Archives
import ArgumentParser
import JobQueue

/// The tenant of a document, whose name belongs to it.
struct DocumentTenantArguments: ParsableArguments {
  @Option(help: "The tenant of the document.")
  var tenant = "default"
}

/// The tenant of the documents to process, or all tenants.
struct DocumentTenantsArguments: ParsableArguments {
  @Option(help: "The tenant of the documents. Default: default.")
  var tenant: String?

  @Flag(help: "The documents of all tenants.")
  var allTenants = false

  func validate() throws {
    guard !allTenants || tenant == nil else { throw ValidationError("--tenant and --all-tenants exclude each other.") }
  }

  /// The documents, ordered by tenant and name.
  func documents(_ queue: JobQueue) async throws -> [AnnotatedDocument] {
    if allTenants { return try await DocumentStore.documentsOfAllTenants(queue) }
    return try await store(queue).documents()
  }

  /// The documents of the tenant that is named.
  func store(_ queue: JobQueue) -> DocumentStore { DocumentStore(queue, tenant: tenant ?? "default") }
}
