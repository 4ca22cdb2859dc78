import Foundation
import TestSupport
import Testing

/// The database rows, the role and the files that the commands of a document need.
struct DocumentFixture {
  /// Executed before each SQL block, as the schema's owner.
  var sql = "select 1"
  /// The role that executes the block; nil is the schema's owner.
  var role: String?
  /// Run before the shell commands of the document. They make the files that a reader has.
  var commands = "true"

  init(document: String) {
    switch document {
    case "docs/producing.md":
      sql = """
        create table notes (title text, body text);
        select pressrun.register_destinations('{"email": {}}');
        select pressrun.set_policy('fund-7', true, '{email}');
        insert into pressrun.jobs (id, kind, queue, tenant, state, run_at, max_attempts, destination, finished_at)
        values (17, 'note', 'default', 'fund-7', 'completed', now(), 5, 'none', now());
        insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
        values (17, repeat('a', 64), 1, 1, '[[595, 842]]', 'application/pdf');
        """
    case "docs/operations.md": role = "pressrun_monitor"
    case "docs/annotations.md", "docs/archives.md":
      commands = "pressrun render Jobs/examples/note.json -o base.pdf"
    case "docs/policies.md":
      // The first job of a kind makes the kind known.
      commands = "pressrun enqueue note payload.json"
    case "docs/binders.md":
      commands = "pressrun render page.html -o jan.pdf; cp jan.pdf feb.pdf; cp jan.pdf mar.pdf"
    case "docs/signatures.md":
      commands = """
        pressrun render page.html -o invoice.pdf
        openssl req -x509 -newkey rsa:2048 -noenc -keyout signer.key -out signer.pem -subj "/CN=Example Ltd" -days 2
        """
    default: break
    }
  }

  /// A folder as a reader has it after the build: kinds, templates, the built program, and some input files.
  static func makeFolder(databaseURL: String) throws -> CommandFolder {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("documents-\(UUID().uuidString)").path
    try manager.createDirectory(atPath: folder + "/.build/release", withIntermediateDirectories: true)
    for name in ["Jobs", "Templates", "script", "docs"] {
      try manager.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "\(Repository.folder)/\(name)")
    }
    try manager.createSymbolicLink(
      atPath: folder + "/.build/release/pressrun", withDestinationPath: CommandFolder.pressrun)
    let files = [
      "payload.json": #"{"title": "Site visit", "body": "<p>All four lines run.</p>"}"#,
      "defaults.json": #"{"author": "R. Osei"}"#,
      "jobs.ndjson": #"{"kind": "note", "payload": {"title": "Site visit", "body": "<p>Fine.</p>"}}"# + "\n",
      "logo.svg": #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#,
      "page.html": "<!doctype html><title>Page</title><link rel=stylesheet href=style.css><p>Page",
      "index.html": "<!doctype html><title>Page</title><p>Page",
      "password": "correct horse battery staple",
      "list.txt": "jan.pdf\nfeb.pdf\n",
      "notes.xfdf": """
      <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>
      <text page="0" rect="72,700,90,718" name="remark-1" title="Ann"><contents>All four?</contents></text>
      </annots></xfdf>
      """,
      "notes.json": """
      {"format": "https://pspdfkit.com/instant-json/v1",
      "annotations": [{"type": "pspdfkit/note", "pageIndex": 0, "id": "remark-2", "bbox": [9, 9, 20, 20]}]}
      """,
      "style.css": "p { color: #17606a }",
    ]
    let made = CommandFolder(path: folder, databaseURL: databaseURL)
    for (name, text) in files { try made.write(text, to: name) }
    return made
  }
}

/// A temporary folder in which shell commands run.
struct CommandFolder: Sendable {
  let path: String
  let databaseURL: String

  /// The program that was built with the tests.
  static let pressrun: String = {
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
  }()

  func write(_ text: String, to file: String) throws {
    try text.write(toFile: "\(path)/\(file)", atomically: true, encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The commands with a free port instead of that of the examples, which may be in use.
  private static func withFreePort(_ commands: String) throws -> String {
    guard commands.contains("127.0.0.1:8080") else { return commands }
    return commands.replacing("127.0.0.1:8080", with: "127.0.0.1:\(try ServerProcess.freePort())")
  }

  /// Runs commands in bash, which stops at the first one that fails.
  func run(_ commands: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let output = path + "/output"
    // What a reader starts in the background ends with the commands.
    let commands = "trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n" + (try Self.withFreePort(commands))
    try commands.write(toFile: path + "/commands", atomically: true, encoding: .utf8)
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-O", "expand_aliases", "-e", "-x", path + "/commands"]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    var environment = ProcessInfo.processInfo.environment
    environment["DATABASE_URL"] = databaseURL
    environment["PATH"] = path + "/.build/release:" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["PRESSRUN_HOME"] = nil
    environment["PRESSRUN_DATA"] = nil
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = process.standardOutput
    let (statuses, status) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      status.yield($0.terminationStatus)
      status.finish()
    }
    try process.run()
    for await status in statuses {
      let text = try String(contentsOfFile: output, encoding: .utf8)
      #expect(status == 0, "\(text)", sourceLocation: sourceLocation)
    }
  }
}
