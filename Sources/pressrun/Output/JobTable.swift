import JobQueue

/// A table of jobs with their states and results.
func jobTable(_ jobs: [JobRecord], artifactPath: (String) -> String?) -> String {
  var table = Table(
    ("ID", .right), ("KIND", .left), ("STATE", .left), ("TRY", .right), ("PAGES", .right), ("BYTES", .right),
    ("DESTINATION", .left), ("EVENT", .left), ("ARTIFACT", .left))
  for job in jobs {
    let artifact = job.artifact
    table.add(
      "\(job.id)", job.kind, job.state.rawValue, "\(job.attempt)/\(job.maxAttempts)",
      artifact.map { "\($0.pages)" } ?? "-", artifact.map { grouped($0.bytes) } ?? "-", job.destination,
      job.eventID ?? "-", artifact.map { artifactPath($0.sha256) ?? $0.sha256 } ?? job.lastError ?? "-")
  }
  return table.text
}
