import JobQueue

/// Reports changed jobs or deliveries on stdout, and the problems of others on stderr.
struct ChangeReport {
  /// `job` or `delivery`.
  let noun: String
  let isJSON: Bool

  func report(_ part: [(id: JobID, problem: String?)]) throws {
    for (id, problem) in part {
      if isJSON {
        try printJSON(Answer(id: id.rawValue, problem: problem))
      } else if let problem {
        printMessage("\(noun) \(id): \(problem)")
      } else {
        print(id)
      }
    }
  }

  func report(_ id: JobID, state: String) throws {
    if isJSON { try printJSON(Answer(id: id.rawValue, state: state)) } else { print("\(id) \(state)") }
  }

  private struct Answer: Encodable {
    var id: Int64
    var state: String?
    var problem: String?
  }
}
