import ArgumentParser
import Delivery
import Foundation

struct Links: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "List, make, renew and revoke share links.",
    subcommands: [LinksList.self, LinksCreate.self, LinksRenew.self, LinksRevoke.self])
}

/// A share link as `--json` prints it.
struct ShareLinkJSON: Encodable {
  var id, tenant, kind, createdBy, state: String
  var job: Int64
  var delivery: Int64?
  var createdAt, expiresAt: Date
  var downloads: Int
  var maxDownloads: Int?
  var hasPassword: Bool

  init(_ link: ShareLinkRecord) {
    id = link.id
    tenant = link.tenant
    kind = link.kind
    createdBy = link.createdBy
    state = link.state
    job = link.job.rawValue
    delivery = link.delivery?.rawValue
    createdAt = link.createdAt
    expiresAt = link.expiresAt
    downloads = link.downloads
    maxDownloads = link.maxDownloads
    hasPassword = link.hasPassword
  }
}
