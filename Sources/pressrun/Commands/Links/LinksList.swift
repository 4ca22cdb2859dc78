import Application
import ArgumentParser
import Delivery
import JobQueue

struct LinksList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List share links, newest first. Their addresses are secret and not listed.")

  @Option(help: "Only links of this tenant.")
  var tenant: String?

  @Option(help: "Only those to the document of this job.")
  var job: Int64?

  @Option(help: "At most this many.")
  var limit = 100

  @Flag(help: "Print one JSON object per link.")
  var json = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    let links = try await Installation().withQueue {
      try await ShareLinkRecords(queue: $0).list(tenant: tenant, job: job.map(JobID.init(rawValue:)), limit: limit)
    }
    if json {
      for link in links { try printJSON(ShareLinkJSON(link)) }
      return
    }
    if links.isEmpty { return printMessage("No share links.") }
    var table = Table(
      ("LINK", .left), ("STATE", .left), ("TENANT", .left), ("JOB", .right), ("DOWNLOADS", .right), ("EXPIRES", .left),
      ("PASSWORD", .left))
    for link in links {
      table.add(
        link.id, link.state, link.tenant, "\(link.job)",
        link.maxDownloads.map { "\(link.downloads) of \($0)" } ?? "\(link.downloads)", timestamp(link.expiresAt),
        link.hasPassword ? "yes" : "no")
    }
    print(table.text, terminator: "")
  }
}
