import Archives
import JSON
import JobQueue
import Web

/// The description of the API for programs and for people.
enum APIDocuments {
  static func routes(of table: RouteTable, version: String) -> [Route] {
    let json = document(version).json(of: table)
    let text = Array(json.text.utf8)
    let page = APIPage(table: table, document: document(version)).html
    return [
      Route(.get, "/v1/openapi.json", access: .open, summary: "The OpenAPI document.") { _ in .json(text: text) },
      Route(.get, "/v1/docs", access: .open, summary: "The API as a page.", security: .page) { _ in .html(page) },
      APIPage.style.route,
    ]
  }

  private static func document(_ version: String) -> OpenAPIDocument {
    OpenAPIDocument(
      title: "Pressrun", version: version,
      description: "Enqueue jobs, follow them, get their documents and deliver them.",
      tags: [
        ("Jobs", "Jobs and their documents."), ("Rendering", "Documents while the client waits."),
        ("Sharing", "Deliveries of finished documents."),
        ("Events", "What happens to jobs."), ("Documents", "Annotated documents."),
      ], schemas: schemas)
  }

  private static let schemas: [(name: String, schema: JSONSchema)] = [
    (
      "NewJob",
      .object(
        [
          "kind": .string(1...63), "payload": .any, "tenant": .string(1...200), "destination": .string(1...2000),
          "priority": .integer(Int(Int32.min)...Int(Int32.max)),
          "run_at": JSONSchema.dateTime.described("The earliest start."),
          "unique_key": JSONSchema.string(1...500).described(
            "While a job of the same kind, tenant and key is unfinished, enqueuing again returns that job."),
          "unique_for": JSONSchema.string(2...7).with("pattern", "^[0-9]{1,5}[smhd]$").described(
            "How long the key holds at least: 30m, 12h, 10d."),
          "max_attempts": .integer(1...1000), "queue": .string(1...100), "batch": .string(1...200),
          "delivery_options": .object([:], allowsOthers: true),
          "assets": JSONSchema.object([:], allowsOthers: true).described(
            "Files that the document refers to, by their paths: {\"logo.png\": \"artifact:SHA-256\"}."),
        ], required: ["kind", "payload"])
    ),
    ("EnqueuedJob", .object(["id": .integer, "inserted": .boolean], required: ["id", "inserted"])),
    (
      "EnqueuedJobs",
      JSONSchema([
        "anyOf": [
          JSONSchema.reference("EnqueuedJob").json,
          JSONSchema.object(["jobs": .array(of: .reference("EnqueuedJob"))], required: ["jobs"]).json,
        ]
      ])
    ),
    (
      "Job",
      .object(
        [
          "id": .integer, "kind": .string, "queue": .string, "tenant": .string,
          "state": .oneOf(JobState.allCases.map(\.rawValue)), "priority": .integer, "attempt": .integer,
          "max_attempts": .integer, "destination": .string, "unique_key": .string, "batch": .string,
          "cancel_requested": .boolean, "enqueued_at": .dateTime, "run_at": .dateTime, "claimed_at": .dateTime,
          "finished_at": .dateTime, "pages_done": .integer, "error_code": .string, "error": .string,
          "event_id": .string,
          "artifact": .reference("Artifact"),
          "files": JSONSchema.array(of: .reference("JobFile"))
            .described("All files that the job has made, the document first. Only of a single job."),
          "holds": JSONSchema.array(of: .reference("Hold")).described(
            "What keeps the job from being claimed, such as a queue that is paused. Only of a single job that waits."),
        ],
        required: [
          "id", "kind", "queue", "tenant", "state", "priority", "attempt", "max_attempts", "destination",
          "cancel_requested", "enqueued_at", "run_at",
        ])
    ),
    (
      "Hold",
      .object(
        [
          "reason": .oneOf(Hold.Reason.allCases.map(\.rawValue)), "scope": .oneOf(["queue", "tenant", "kind"]),
          "name": .string, "since": .dateTime,
          "until": JSONSchema.dateTime.described("When the delivery is tried again; absent if somebody has to act."),
        ], required: ["reason", "scope", "name"])
    ),
    (
      "Artifact",
      .object(
        ["sha256": .string, "bytes": .integer, "media_type": .string, "pages": .integer],
        required: ["sha256", "bytes", "media_type", "pages"])
    ),
    (
      "JobFile",
      .object(
        [
          "output": JSONSchema.string.described("The output that it is, such as pdf, docx or png."),
          "name": JSONSchema.string.described("Its name, if its kind has a template for names."),
          "sha256": .string, "bytes": .integer, "media_type": .string, "pages": .integer,
          "fonts": JSONSchema.array(
            of: .object(
              [
                "name": JSONSchema.string.described("The full name in the font, such as `Carlito Bold`."),
                "file": JSONSchema.string.described("The name of its file; absent for a font of the document."),
              ], required: ["name"])
          ).described("The fonts of the text of a PDF."),
        ], required: ["output", "sha256", "bytes", "media_type", "pages"])
    ),
    (
      "JobPage",
      .object(
        [
          "jobs": .array(of: .reference("Job")), "next": JSONSchema.integer.orNull.described("The next page's cursor."),
        ],
        required: ["jobs", "next"])
    ),
    ("JobFilter", API.filterSchema),
    (
      "BulkResult",
      .object([
        "matching": JSONSchema.integer.described("Of a dry run; counted up to 100,000."),
        "changed": .integer, "refused": .integer,
        "refusals": .array(
          of: .object(["id": .integer, "problem": .string], required: ["id", "problem"]), atMost: 100),
      ])
    ),
    (
      "Deliveries",
      .object(
        [
          "deliveries": .array(
            of: .object(
              [
                "id": .integer, "job": .integer, "destination": .string,
                "state": .oneOf(["pending", "delivering", "delivered", "failed", "cancelled", "refused"]),
                "attempt": .integer, "max_attempts": .integer, "requested_at": .dateTime, "finished_at": .dateTime,
                "refusal": .string, "error_code": .string, "error": .string, "outcome_unknown": .boolean,
                "receipt": .object([:], allowsOthers: true),
                "holds": JSONSchema.array(of: .reference("Hold")).described(
                  "What keeps the delivery from being tried."),
              ], required: ["id", "job", "destination", "state", "attempt", "max_attempts", "requested_at"]))
        ], required: ["deliveries"])
    ),
    (
      "ShareOptions",
      .object(
        [
          "destinations": .array(
            of: .object(
              [
                "destination": .string, "allowed": .boolean, "rule": .string, "addresses": .array(of: .string),
                "exceptions": .array(of: .string),
              ], required: ["destination", "allowed", "rule", "addresses", "exceptions"]))
        ], required: ["destinations"])
    ),
    (
      "NewSegment",
      .object(
        [
          "format": .oneOf(ArchiveSegment.Format.allCases.map(\.rawValue)),
          "content": JSONSchema.string.described("The bytes in base64."),
          "client_id": JSONSchema.string(1...200).described("By default the SHA-256 of the bytes."),
          "parent": JSONSchema.string(64...64).described("The SHA-256 of the file that an update was made for."),
          "author": .string(1...1000), "device_time": .dateTime,
        ], required: ["format", "content"])
    ),
    (
      "AddedSegment",
      .object(
        [
          "sequence": .integer, "client_id": .string, "chain": .string, "inserted": .boolean,
          "parent": JSONSchema.string.described("The SHA-256 of the document with all segments."),
          "warnings": .array(of: .string),
        ], required: ["sequence", "client_id", "chain", "inserted", "parent", "warnings"])
    ),
    (
      "NewDocument",
      .object(
        [
          "job": JSONSchema.integer.described("A completed job, whose PDF becomes the base of the document."),
          "title": .string(0...1000),
        ], required: ["job"])
    ),
    (
      "RegisteredDocument",
      .object(
        [
          "document": .string, "tenant": .string, "inserted": .boolean,
          "base": JSONSchema.string.described("The SHA-256 of the base."),
        ], required: ["document", "tenant", "inserted", "base"])
    ),
    (
      "VisiblePage",
      .object(
        [
          "page": JSONSchema.integer.described("From 1."), "pages": .integer,
          "top": JSONSchema.number.described("The top of the page in points from the top of the first page."),
          "visible": JSONSchema.number.described("The height of its visible part in points."),
        ], required: ["page", "pages", "top", "visible"])
    ),
    (
      "RequestedDeliveries",
      .object(
        [
          "deliveries": .array(
            of: .object(["id": .integer, "destination": .string], required: ["id", "destination"]))
        ], required: ["deliveries"])
    ),
  ]
}
