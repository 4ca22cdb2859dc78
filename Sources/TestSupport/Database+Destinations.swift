import Postgres

extension Database {
  /// Configures a destination of each kind and lets every tenant use all of them, so that tests can name any
  /// destination except named printers, folders and webhooks. A new installation has no destination, and its default
  /// policy allows folders and links only.
  package func allowEveryDestination() async throws {
    _ = try await query(
      """
      select pressrun.set_policy('*', true, '{*}'), pressrun.register_destinations(
        '{"email": {}, "print": {}, "folder": {}, "s3": {}, "webdav": {}, "sftp": {}, "webhook": {}, "link": {}}')
      """)
  }
}
