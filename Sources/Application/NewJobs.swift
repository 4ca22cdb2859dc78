import Composition
import Foundation
import JobQueue

/// Reads jobs from JSON and NDJSON.
package enum NewJobs {
  /// Reads one job: a payload if `kind` is given, else a job file that names its kind.
  /// - Parameters:
  ///   - place: prefix of the place in errors.
  ///   - tenant: the tenant of a job file that names none.
  package static func job(
    _ bytes: [UInt8], kind: String?, place: String, tenant: String = "default"
  ) throws(CompositionError) -> NewJob {
    do {
      if let kind {
        // Only checks that it is JSON: the payload is stored unchanged.
        _ = try Payload.parse(bytes)
        return NewJob(kind: kind, payload: bytes, tenant: tenant)
      }
      let file = try JobFile(bytes)
      return NewJob(
        kind: file.kind, payload: Array(file.payload.text.utf8), tenant: file.tenant ?? tenant,
        destination: file.destination, priority: file.priority ?? 0,
        runAt: file.runAt.map { Date(timeIntervalSince1970: Double($0.seconds)) }, uniqueKey: file.uniqueKey,
        maxAttempts: file.maxAttempts, queue: file.queue, uniqueFor: file.uniqueFor, batch: file.batch,
        deliveryOptions: file.deliveryOptions.map { Array($0.text.utf8) }, assets: file.assets)
    } catch {
      throw CompositionError(error.code, error.message, at: joined(place, error.place))
    }
  }

  /// Joins two places. A line of NDJSON contains only line 1 of its value.
  private static func joined(_ outer: String, _ inner: String) -> String {
    if inner.isEmpty { return outer }
    if outer.isEmpty { return inner }
    if outer.hasPrefix("line "), inner.hasPrefix("line 1, ") { return outer + inner.dropFirst("line 1".count) }
    return "\(outer): \(inner)"
  }

  /// Reads NDJSON: one job per line that is not blank.
  package static func lines(_ bytes: [UInt8], kind: String?) throws(CompositionError) -> [NewJob] {
    var jobs: [NewJob] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      jobs.append(try job(Array(line), kind: kind, place: "line \(index + 1)"))
    }
    return jobs
  }
}
