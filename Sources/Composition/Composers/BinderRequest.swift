import JSON

/// The sources in the payload of a binder that only a worker can read: jobs, a batch, documents of the database, and
/// artifacts. The worker replaces them by what the composer reads.
package struct BinderRequest {
  /// A batch whose documents are the parts; nil if the payload lists its parts.
  package let batch: String?
  /// The jobs that are parts.
  package private(set) var jobs: Set<Int64> = []
  /// The documents of the database that are parts, by the index of the part.
  package private(set) var documents: [Int: StoredArchiveRequest] = [:]
  private var object: JSONObject
  private var parts: [JSONValue]
  private let leavesOutMissing: Bool
  /// The bases of documents of the database.
  private var bases: Set<String> = []

  /// The document of a job, for a binder.
  package struct JobDocument: Sendable {
    package var job: Int64
    /// Such as `completed`.
    package var state: String
    /// Whether the job may still be completed without anyone's doing.
    package var isUnfinished: Bool
    /// It is nil if the job made no PDF.
    package var sha256: String?
    /// The name of its file, without extension; empty if it has none.
    package var name: String

    package init(job: Int64, state: String, isUnfinished: Bool, sha256: String?, name: String) {
      (self.job, self.state, self.isUnfinished, self.sha256, self.name) = (job, state, isUnfinished, sha256, name)
    }
  }

  package init(payload: [UInt8]) throws(CompositionError) {
    let fields = try Fields(try Payload.parse(payload))
    object = fields.object
    batch = try fields.optionalString("batch")
    parts = try fields.optionalArray("parts") ?? []
    if batch != nil, fields["parts"] != nil {
      throw CompositionError(
        .invalidValue, "the parts are the documents of the batch; leave this out",
        at: fields.path(of: "parts").description)
    }
    let missing = try fields.optionalString("missing") ?? "refuse"
    guard ["refuse", "skip"].contains(missing) else {
      throw CompositionError(.invalidValue, "expected refuse or skip", at: fields.path(of: "missing").description)
    }
    leavesOutMissing = missing == "skip"
    for (index, value) in parts.enumerated() {
      guard case .object = value else { continue }
      let part = try Fields(value, at: Self.path(of: index))
      if let job = try Self.job(part) { jobs.insert(job) }
      if part["document"] != nil {
        do throws(CompositionError) {
          documents[index] = try StoredArchiveRequest(payload: Array(value.text.utf8))
        } catch {
          throw CompositionError(error.code, error.message, at: DocumentComposer.joined(part.path, error.place))
        }
      }
    }
  }

  private static func path(of part: Int) -> JSONPath { JSONPath.root.member("parts").element(part) }

  private static func job(_ part: Fields) throws(CompositionError) -> Int64? {
    guard let value = part["job"] else { return nil }
    guard case .number(let text) = value, let number = Int64(text), number > 0 else {
      throw Fields.wrongType("the id of a job", value, at: part.path(of: "job"))
    }
    return number
  }

  /// Replaces jobs by their artifacts, and a batch by the documents of its jobs.
  /// - Parameter found: the jobs that exist for the tenant, in the order of a batch.
  /// - Throws: `artifactMissing` for a job that has not finished; `partRefused` for one that has no document, unless
  ///   the payload says that such parts are left out.
  package mutating func use(_ found: [JobDocument]) throws(CompositionError) {
    if let batch {
      guard !found.isEmpty else {
        throw CompositionError(
          .partRefused, "the batch \(batch) has no jobs, so there is nothing to bind", at: "$.batch")
      }
      parts = []
      for document in found {
        var members: [JSONObject.Member] = []
        if !document.name.isEmpty { members.append(.init(name: "title", value: .string(document.name))) }
        parts.append(
          .object(JSONObject(members + [try source(document.job, document, at: Self.path(of: parts.count))])))
      }
      return
    }
    let documents = Dictionary(found.map { ($0.job, $0) }) { first, _ in first }
    for index in parts.indices {
      guard case .object(var object) = parts[index],
        let job = try Self.job(try Fields(parts[index], at: Self.path(of: index)))
      else { continue }
      object.members.removeAll { $0.name == "job" }
      object.members.append(try source(job, documents[job], at: Self.path(of: index).member("job")))
      parts[index] = .object(object)
    }
  }

  private func source(
    _ job: Int64, _ document: JobDocument?, at path: JSONPath
  ) throws(CompositionError) -> JSONObject.Member {
    if let document, document.state == "completed", let sha256 = document.sha256 {
      return .init(name: "artifact", value: .string(sha256))
    }
    if let document, document.isUnfinished {
      throw CompositionError(
        .artifactMissing, "job \(job) is \(document.state) and has no document yet", at: path.description)
    }
    let reason = document.map { "job \(job) is \($0.state) and has no PDF" } ?? "there is no job \(job)"
    guard leavesOutMissing else { throw CompositionError(.partRefused, reason, at: path.description) }
    return .init(name: "left_out", value: .string(reason))
  }

  /// Replaces a document of the database by its base and segments.
  package mutating func use(_ archive: StoredArchive, for part: Int) {
    guard parts.indices.contains(part), case .object(var object) = parts[part] else { return }
    object.members.removeAll { ["document", "at"].contains($0.name) }
    object.members.append(.init(name: "archive", value: archive.payload))
    bases.insert(archive.base)
    parts[part] = .object(object)
  }

  /// The payload with the replacements.
  package var payload: JSONValue {
    var object = object
    object.members.removeAll { ["batch", "missing", "parts"].contains($0.name) }
    object.members.append(.init(name: "parts", value: .array(parts)))
    return .object(object)
  }

  /// The SHA-256 of all artifacts that the payload names, and of the bases of documents.
  package var artifacts: Set<String> {
    var found = bases
    var waiting = [payload]
    while let next = waiting.popLast() {
      switch next {
      case .array(let elements): waiting += elements
      case .object(let object):
        for member in object.members {
          if member.name == "artifact", case .string(let sha256) = member.value { found.insert(sha256.lowercased()) }
          waiting.append(member.value)
        }
      default: break
      }
    }
    return found
  }
}
