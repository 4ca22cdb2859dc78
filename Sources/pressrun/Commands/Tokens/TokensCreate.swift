import Application
import ArgumentParser
import Foundation
import Service

struct TokensCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a token, and print it. It is shown only now.",
    discussion: """
      Scopes of the API: jobs:write, jobs:read, artifacts:read, documents:write. Roles in the dashboard: viewer, operator, \
      compliance. admin: everything.
      """)

  @Argument(help: "Who or what uses the token.")
  var name: String

  @Option(name: .customLong("scope"), help: "What the token permits; repeatable.")
  var scopes: [Scope]

  @Option(
    name: .customLong("tenant"), help: "A tenant whose data the token gives access to; repeatable.")
  var tenants: [String] = []

  @Flag(help: "Access to all tenants.")
  var allTenants = false

  @Option(help: "Days until the token expires.")
  var days = 365

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func validate() throws {
    guard !scopes.isEmpty else { throw ValidationError("Name at least one --scope.") }
    guard tenants.isEmpty == allTenants else { throw ValidationError("Use either --tenant or --all-tenants.") }
    guard !tenants.contains("*") else { throw ValidationError("Use --all-tenants instead of --tenant '*'.") }
    guard (1...3650).contains(days) else { throw ValidationError("--days must be from 1 to 3650.") }
  }

  func run() async throws {
    let expires = Date(timeIntervalSinceNow: Double(days) * 86_400)
    let made = try await Installation().withQueue {
      try await AccessTokens($0).create(
        name: name, scopes: Set(scopes), tenants: allTenants ? nil : Set(tenants), expires: expires)
    }
    if json {
      try printJSON(CreatedToken(id: made.id, token: made.token, expiresAt: expires))
    } else {
      print(made.token)
    }
  }

  private struct CreatedToken: Encodable {
    var id: Int64
    var token: String
    var expiresAt: Date
  }
}

extension Scope: ExpressibleByArgument {}
