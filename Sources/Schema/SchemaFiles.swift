/// The files of `SQL/`, which the build embeds.
///
/// The build names the constant of a file after it, with `_` for a digit at the beginning, and the list of the files of
/// a folder `files_in_` and the folder.
package enum SchemaFiles {
  /// The SQL of the objects on which the migrator depends.
  static let bootstrap = EmbeddedText.bootstrap_sql

  /// Creates the roles that are missing.
  static let roles = EmbeddedText.roles_sql

  /// The files of the baseline with tables that a database with the 29 migrations from before it has in an earlier
  /// form.
  private static let tablesFromBeforeBaseline = [
    EmbeddedText.settings_sql,
    EmbeddedText.jobs_sql,
    EmbeddedText.lanes_sql,
    EmbeddedText.workers_sql,
    EmbeddedText.archives_sql,
  ]

  /// The files of the baseline with tables that such a database does not have.
  private static let addedTables = [
    EmbeddedText.deliveries_sql,
    EmbeddedText.tenants_sql,
    EmbeddedText.templates_sql,
    EmbeddedText.files_sql,
    EmbeddedText.archive_records_sql,
    EmbeddedText.service_sql,
    EmbeddedText.statistics_sql,
    EmbeddedText.compatibility_sql,
  ]

  /// The files of the baseline, in the order in which they are applied.
  static let baseline = tablesFromBeforeBaseline + addedTables

  /// The migrations in ascending order. The baseline replaced those with the versions 1 to 30.
  package static let migrations = [
    Migration(31, "baseline", script: baseline.joined(separator: "\n")),
    Migration(32, "closed_batches", script: EmbeddedText._032_closed_batches_sql),
    Migration(33, "kept_keys", script: EmbeddedText._033_kept_keys_sql),
    Migration(34, "queues_and_pauses", script: EmbeddedText._034_queues_and_pauses_sql),
    Migration(35, "unused_functions", script: EmbeddedText._035_unused_functions_sql),
  ]

  /// Upgrades a database from the 29 migrations that preceded the baseline.
  static let upgrade = (addedTables + [EmbeddedText._029_to_baseline_sql]).joined(separator: "\n")

  /// The records of the 30 migrations that made the same schema as the baseline: version, name and checksum in each
  /// line.
  static let earlierRecords = EmbeddedText._030_migrations_txt

  package static let objects =
    (EmbeddedText.files_in_functions + EmbeddedText.files_in_views).compactMap { SchemaObject(script: $0) }
    + [SchemaObject(.grants, "grants", EmbeddedText.grants_sql)]
}
