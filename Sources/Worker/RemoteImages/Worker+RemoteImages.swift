import ArtifactStore
import Glibc
import JobQueue
import Rendering

/// Images of documents on other hosts. Renderers have no network, so the worker fetches the images and sends them
/// along.
extension Worker {
  /// Adds the images of the job's document to a request, if the tenant allows hosts. Images that an earlier attempt
  /// fetched are used again, so that a retry gives the same document.
  /// - Returns: the outcome of the job if its document cannot be composed; otherwise nil.
  /// - Throws: `ArtifactError`, and the errors of the database.
  func addRemoteImages(
    to request: inout RenderRequest, of job: ClaimedJob, _ input: RendererInput, in slot: any RenderSlot
  ) async throws -> RenderOutcome? {
    // Documents that are made of artifacts are PDF files.
    let payload = input.payload
    let texts = [payload] + request.defaults.values.map { Array($0.utf8) }
    guard input.artifacts.isEmpty, texts.contains(where: { $0.contains(text: "//") || $0.contains(text: #"\/\/"#) })
    else { return nil }
    let hosts = try await imageHosts(of: job.tenant)
    guard !hosts.isEmpty else { return nil }
    var question = request
    question.output = .remoteImages
    let answer = await slot.render(question, payload: payload, artifacts: [], timeout: job.timeout) { _ in }
    guard case .rendered(let report, _) = answer else { return answer }
    guard !report.remoteImages.isEmpty else { return nil }

    let known = try await queue.images(of: job.ref.job)
    let missing = report.remoteImages.filter { known[$0] == nil }
    var new: [String: String] = [:]
    for (address, result) in await imageFetcher.fetch(missing, from: hosts) {
      switch result {
      case .success(let bytes): new[address] = try await artifacts.store(bytes).sha256
      case .failure(let refusal): request.refusals[address] = refusal.reason
      }
    }
    // A worker that has lost the lease finds that out when it completes the job.
    if !new.isEmpty { _ = try await queue.record(images: new, of: job.ref) }
    for address in report.remoteImages { request.assets[address] = known[address] ?? new[address] }
    return nil
  }

  private func imageHosts(of tenant: String) async throws -> [ImageHost] {
    if let hosts = imageHostCache[tenant] { return hosts }
    let hosts = try await queue.imageHosts(of: tenant).compactMap { ImageHost($0) }
    imageHostCache[tenant] = hosts
    return hosts
  }
}

extension [UInt8] {
  /// Whether the text occurs in the bytes.
  func contains(text: StaticString) -> Bool {
    text.withUTF8Buffer { needle in
      withUnsafeBytes { bytes in
        guard let first = needle.first, let start = needle.baseAddress else { return true }
        var position = 0
        while bytes.count - position >= needle.count, let base = bytes.baseAddress,
          let found = memchr(base + position, Int32(first), bytes.count - position - needle.count + 1)
        {
          if memcmp(found, start, needle.count) == 0 { return true }
          position = UnsafeRawPointer(found) - base + 1
        }
        return false
      }
    }
  }
}
