import Application
import Archives
import ArgumentParser
import ArtifactStore
import JobQueue
import PDF

struct ArchiveRegister: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "Register a document: a base PDF, or a document that a job has made, under a name.")

  @Argument(help: "The name of the document: letters, digits, '.', '_' and '-'.")
  var document: String

  @Argument(help: "The base PDF.")
  var base: String?

  @Option(help: "Take the document of this completed job as the base.")
  var job: JobID?

  @Option(help: "Take this artifact, named by its SHA-256, as the base; the tenant must have it.")
  var artifact: String?

  @Option(help: "The tenant; for --job, the job's tenant.")
  var tenant: String?

  @Option(help: "The title.")
  var title: String?

  func validate() throws {
    let given = [base != nil, job != nil, artifact != nil].count { $0 }
    guard given == 1 else { throw ValidationError("Name a base PDF, or --job, or --artifact.") }
  }

  func run() async throws {
    let installation = Installation()
    let stored: (ref: ArtifactRef, tenant: String)
    var content: [UInt8]?
    if let base {
      let file = try appendable(base)
      stored = (try await store(file, in: installation), tenant ?? "default")
      if file.bytes.count <= DocumentStore.contentLimit { content = file.bytes.array(0..<file.bytes.count) }
    } else {
      stored = try await finished(in: installation)
    }
    let isNew = try await installation.withQueue { [content] queue in
      try await queue.checkSchemaIfPermitted()
      return try await DocumentStore(queue, tenant: stored.tenant).register(
        document: document, baseSHA256: stored.ref.sha256, baseBytes: Int64(stored.ref.bytes), title: title,
        content: content)
    }
    printMessage("\(document): \(isNew ? "registered" : "already registered"), base \(stored.ref.sha256).")
  }

  /// Checks that annotations can be appended.
  private func check(_ file: PDFFile) throws(PDFError) {
    try file.requireAppendable()
    try file.checkCrossReference()
  }

  private func appendable(_ base: String) throws -> PDFFile {
    try about(base) { () throws(PDFError) in
      let file = try PDFFile(path: base)
      try check(file)
      return file
    }
  }

  private func store(_ file: PDFFile, in installation: Installation) async throws -> ArtifactRef {
    let store = try installation.writableArtifactStore()
    try await installation.withQueue { queue in
      try await queue.checkSchemaIfPermitted()
      try await StoreBinding(queue, store).bindIfPermitted()
    }
    let writer = try store.write()
    for start in stride(from: 0, to: file.bytes.count, by: 1 << 20) {
      try writer.append(file.bytes.array(start..<start + 1 << 20))
      file.bytes.release(start..<start + 1 << 20)
    }
    return try await writer.commit()
  }

  /// The artifact of the job, or the named one, if the tenant has it.
  private func finished(in installation: Installation) async throws -> (ref: ArtifactRef, tenant: String) {
    let (sha256, owner) = try await installation.withQueue { queue in
      if let job {
        let details = try await queue.job(job, of: tenant)
        guard let artifact = details.artifact else {
          throw Failure("job \(job) is \(details.job.state.rawValue) and has no document")
        }
        return (artifact.sha256, details.job.tenant)
      }
      let (sha256, owner) = (artifact ?? "", tenant ?? "default")
      guard try await queue.artifacts([sha256], of: owner).contains(sha256) else {
        throw Failure("the tenant \(owner) has no artifact \(sha256.prefix(64))", status: Failure.badInput)
      }
      return (sha256, owner)
    }
    let store = try installation.artifactStore()
    let ref = try await store.verify(sha256)
    try await store.withLocalFile(of: sha256) { path in
      try about("artifact \(sha256)") { () throws(PDFError) in try check(PDFFile(path: path)) }
    }
    return (ref, owner)
  }
}
