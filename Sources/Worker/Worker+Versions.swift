import Application
import ArtifactStore
import Composition
import JobQueue
import Logging
import OperatingSystem
import Rendering

/// Versions of kinds and their templates. A job is rendered with the version that the database recorded when it was
/// claimed first, whatever has become of the files since.
extension Worker {
  /// Reads the files of the kinds and stores their versions, so that any worker can render with them. Waits while the
  /// store is out of reach.
  func openVersions() async throws {
    guard let folders = settings.folders else { return }
    let installed = try await onThread(name: "templates") { try folders.read() }
    var delay = RetryDelay(first: .milliseconds(500), limit: .seconds(30))
    while phase == .working || phase == .quiet {
      do {
        return try await use(installed)
      } catch let error as ArtifactError where !settings.drains {
        if delay.failures == 0 { log.warning("the versions of the templates cannot be stored; trying again: \(error)") }
        try await Task.sleep(for: delay.next())
      }
    }
  }

  /// Uses the files of the kinds for new jobs.
  private func use(_ installed: InstalledKinds) async throws {
    var new: [KindVersion] = []
    var problems = installed.kinds.problems
    for name in installed.kinds.names {
      do throws(CompositionError) {
        new.append(try KindVersion(of: name, in: installed))
      } catch {
        problems[name] = error
      }
    }
    // A version that this worker has in memory from before may have been removed from the store since.
    for version in new where versions.current[version.kind.name]?.sha256 != version.sha256 {
      _ = try await artifacts.store(version.archive)
    }
    let before = versions
    versions.use(new, problems: problems)
    for (name, problem) in versions.problems.sorted(by: { $0.key < $1.key }) where before.problems[name] != problem {
      let effect = versions.current[name] == nil ? "its jobs are not claimed" : "its previous version is used"
      log.warning("the kind \(name) is broken; \(effect): \(problem)")
    }
    for (name, version) in versions.current.sorted(by: { $0.key < $1.key }) {
      guard let old = before.current[name], old.sha256 != version.sha256 else { continue }
      log.notice("the kind \(name) has a new version", metadata: ["version": "\(version.sha256.prefix(12))"])
    }
    capabilities.serve(versions.kinds)
    capabilities.templates = versions.announced
  }

  /// Notices changes of the files of the kinds, and uses them when they have not changed for an interval.
  func watchFolders(_ worker: WorkerID) async {
    guard let folders = settings.folders else { return }
    // The files may have changed while the worker started.
    var used: FileStates?
    var last: FileStates?
    while (try? await Task.sleep(for: settings.folderInterval)) != nil {
      do {
        let states = try await onThread(name: "templates") { try folders.states() }
        defer { last = states }
        guard states != used, states == last else { continue }
        let installed = try await onThread(name: "templates") { try folders.read() }
        let before = versions.announced
        try await use(installed)
        if versions.announced != before { try await queue.announce(capabilities, of: worker) }
        used = installed.files.states
        outages.succeeded()
      } catch {
        outages.failed("look for changed templates", error)
      }
    }
  }

  /// The version with which a job is rendered; nil if this worker has announced none.
  /// - Throws: `ArtifactError`; `RenderFailure` if the version is not in the store or damaged.
  func version(of job: ClaimedJob) async throws -> KindVersion? {
    guard let sha256 = job.template else { return nil }
    let version = try await version(sha256, of: job.kind)
    heldKinds[job.ref] = version.kind
    return version
  }

  private func version(_ sha256: String, of kind: String) async throws -> KindVersion {
    if let known = versions[sha256] { return known }
    let archive: [UInt8]
    do throws(ArtifactError) {
      archive = try await store.read(sha256)
    } catch {
      guard error.code == .missing else { throw error }
      throw RenderFailure(
        code: "template_missing", message: "the version of the template is not in the artifact store: \(error.message)",
        place: sha256, isPermanent: false)
    }
    let version = try await onThread(name: "templates") { try KindVersion(name: kind, archive: archive) }
    guard version.sha256 == sha256 else {
      throw RenderFailure(
        code: "template_missing", message: "the stored version of the template is damaged", place: sha256,
        isPermanent: false)
    }
    versions.keep(version)
    return version
  }

  /// The kind of a job, in the version with which it is rendered; nil if it is not known.
  func kind(of job: ClaimedJob) -> JobKind? { heldKinds[job.ref] ?? settings.kinds[job.kind] }
}
