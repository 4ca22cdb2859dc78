import ArgumentParser

struct Defaults: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults",
    abstract: "Set members that the payloads of a tenant have if they do not state them.",
    discussion: """
      Such as the sender, the account, the logo, the locale and the notes of a tenant's invoices. The payload's own member takes \
      precedence, and a default of the kind's file comes last. Members are taken as a whole. Changes take effect within ten \
      seconds, and are recorded in pressrun.audit_log.
      """,
    subcommands: [DefaultsSet.self, DefaultsShow.self, DefaultsRemove.self])
}
