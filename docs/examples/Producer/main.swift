// Inserts a row of its own and enqueues a note in one transaction, waits until the job is finished, and prints its
// state.
//
//     DATABASE_URL=postgresql://producer@db.example/press swift run producer-example

import Foundation
import JobQueue
import Postgres

/// A payload of the kind `note`.
struct Note: Encodable {
  var title: String
  var body: String
}

guard let url = ProcessInfo.processInfo.environment["DATABASE_URL"] else {
  print("set DATABASE_URL to the database with Pressrun's schema")
  exit(2)
}
let database = Database(url: url)
let queue = JobQueue(database: database)
_ = try await database.query("create table if not exists visits (site text, job bigint)")

let note = Note(title: "Site visit", body: "<p>All four lines run.</p>")
var job = NewJob(kind: "note", payload: Array(try JSONEncoder().encode(note)), destination: "none")
job.uniqueKey = "visit-\(UUID().uuidString)"
// The job exists if the row does: both, or none.
let made = try await database.transaction { [job] connection in
  let made = try await queue.enqueue(job, in: connection)
  _ = try await connection.query(
    "insert into visits (site, job) values ($1, $2)", [.text("North"), .integer(made.id.rawValue)])
  return made
}
for finished in try await queue.finished([made.id]) { print("job \(finished.id) is \(finished.state)") }
await database.close()
