import JSON

extension DocumentComposer {
  private static let stampMembers: Set<String> = ["kind", "payload", "place", "pages"]

  /// Composes the stamps of a kind and of a payload, from whose top level the member `stamps` is removed. The member
  /// has this meaning only if the kind's file has the key `stamps`.
  func stamps(
    _ payload: inout JSONValue, _ kind: JobKind, _ job: JobContext
  ) throws(CompositionError) -> [ComposedStamp] {
    guard let own = kind.stamps else { return [] }
    var all: [(fields: Fields, isOwn: Bool)] = []
    for (index, value) in own.enumerated() {
      all.append((try Fields(value, at: JSONPath.root.member("stamps").element(index)), true))
    }
    if case .object(var object) = payload, object["stamps"] != nil {
      for fields in try Fields(payload).optionalObjects("stamps") { all.append((fields, false)) }
      object.members.removeAll { $0.name == "stamps" }
      payload = .object(object)
    }
    var document = payload
    if case .object(var object) = document {
      object.members.removeAll { $0.name == "sheets" }
      document = .object(object)
    }
    var stamps: [ComposedStamp] = []
    for (fields, isOwn) in all {
      do throws(CompositionError) {
        var stamp = try stamp(fields, of: document, job)
        if isOwn { stamp.place = Self.place(stamp.place, in: kind) }
        stamps.append(stamp)
      } catch {
        throw CompositionError(error.code, error.message, at: isOwn ? Self.place(error.place, in: kind) : error.place)
      }
    }
    return stamps
  }

  /// A place in the file of a kind.
  private static func place(_ path: String, in kind: JobKind) -> String {
    path.hasPrefix("$.") ? "\(InstalledFiles.jobsFolder)\(kind.name).yaml, \(path.dropFirst(2))" : path
  }

  /// - Parameter payload: the document's payload, which a stamp without its own gets.
  private func stamp(
    _ fields: Fields, of payload: JSONValue, _ job: JobContext
  ) throws(CompositionError) -> ComposedStamp {
    if let unknown = fields.object.members.first(where: { !Self.stampMembers.contains($0.name) }) {
      throw CompositionError(
        .invalidValue, "a stamp has kind, payload, place and pages; only stamps of binders can be other files",
        at: fields.path(of: unknown.name).description)
    }
    let name = try fields.string("kind")
    guard try self.kind(named: name, at: fields.path(of: "kind")).stamps == nil else {
      throw CompositionError(
        .invalidValue, "a kind that has stamps itself cannot be a stamp", at: fields.path(of: "kind").description)
    }
    return try ComposedStamp(fields) { () throws(CompositionError) in
      let document = try part(
        kind: name, payload: fields["payload"] ?? payload, job: job, at: fields.path(of: "payload"))
      guard case .html = document else {
        throw CompositionError(
          .invalidValue, "an archive cannot be a stamp", at: fields.path(of: "kind").description)
      }
      return document
    }
  }
}
