import Postgres

/// The statements of `SQL`, by their file names.
enum Statements {
  static let policy = statement(PackageResources.policy_sql, "policy")
  static let setPolicy = statement(PackageResources.set_policy_sql, "set_policy")
  static let removePolicy = statement(PackageResources.remove_policy_sql, "remove_policy")
  static let policyChanges = statement(PackageResources.policy_changes_sql, "policy_changes")
  static let testDestination = statement(PackageResources.test_destination_sql, "test_destination")
  static let shareOptions = statement(PackageResources.share_options_sql, "share_options")
  static let registerDestinations = statement(PackageResources.register_destinations_sql, "register_destinations")

  private static func statement(_ bytes: [UInt8], _ name: String) -> Statement {
    Statement(String(decoding: bytes, as: UTF8.self), name: name)
  }
}
