import Application
import ArgumentParser
import Foundation
import Service

struct TokensList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List tokens, newest first, without their secrets.")

  @Flag(help: "Print one JSON object per token.")
  var json = false

  func run() async throws {
    let tokens = try await Installation().withQueue { try await AccessTokens($0).list() }
    if json {
      for token in tokens { try printJSON(TokenJSON(token)) }
      return
    }
    var table = Table(
      ("ID", .right), ("STATE", .left), ("NAME", .left), ("SCOPES", .left), ("TENANTS", .left), ("LAST USED", .left))
    for token in tokens {
      table.add(
        String(token.id), token.state, token.name, token.permissions.joined(separator: " "),
        token.tenants?.joined(separator: " ") ?? "all", token.lastUsedOn ?? "never")
    }
    if table.isEmpty { printMessage("There are no tokens.") } else { print(table.text, terminator: "") }
  }

  private struct TokenJSON: Encodable {
    var id: Int64
    var name, createdBy, state: String
    var scopes: [String]
    var tenants: [String]?
    var createdAt: Date
    var expiresAt: Date?
    var lastUsedOn: String?

    init(_ token: TokenRecord) {
      id = token.id
      name = token.name
      createdBy = token.createdBy
      state = token.state
      scopes = token.permissions
      tenants = token.tenants
      createdAt = token.createdAt
      expiresAt = token.expiresAt
      lastUsedOn = token.lastUsedOn
    }
  }
}
