/// A numbered change of the schema, from `SQL/migrations`. Once released, a migration is never edited: the next one
/// changes what it made.
struct Migration: Sendable {
  var version: Int
  var name: String
  var script: String

  init(_ version: Int, _ name: String, _ bytes: [UInt8]) {
    self.version = version
    self.name = name
    script = String(decoding: bytes, as: UTF8.self)
  }

  /// In order. (The build names each file's bytes after it, with `_` for the first digit.)
  static let all = [
    Migration(1, "tables", PackageResources._001_tables_sql),
    Migration(2, "policy", PackageResources._002_policy_sql),
    Migration(3, "enqueue", PackageResources._003_enqueue_sql),
    Migration(4, "claim", PackageResources._004_claim_sql),
    Migration(5, "finish", PackageResources._005_finish_sql),
    Migration(6, "views", PackageResources._006_views_sql),
    Migration(7, "roles", PackageResources._007_roles_sql),
    Migration(8, "annotations", PackageResources._008_annotations_sql),
    Migration(9, "lanes", PackageResources._009_lanes_sql),
    Migration(10, "enqueue", PackageResources._010_enqueue_sql),
    Migration(11, "finish", PackageResources._011_finish_sql),
    Migration(12, "claim", PackageResources._012_claim_sql),
    Migration(13, "limits", PackageResources._013_limits_sql),
    Migration(14, "views", PackageResources._014_views_sql),
    Migration(15, "roles", PackageResources._015_roles_sql),
    Migration(16, "completions", PackageResources._016_completions_sql),
    Migration(17, "schedules", PackageResources._017_schedules_sql),
    Migration(18, "retention", PackageResources._018_retention_sql),
    Migration(19, "matching", PackageResources._019_matching_sql),
    Migration(20, "waiting", PackageResources._020_waiting_sql),
    Migration(21, "remembering", PackageResources._021_remembering_sql),
    Migration(22, "upkeep", PackageResources._022_upkeep_sql),
    Migration(23, "tenant limits", PackageResources._023_tenant_limits_sql),
    Migration(24, "batches", PackageResources._024_batches_sql),
    Migration(25, "limits", PackageResources._025_limits_sql),
    Migration(26, "upkeep", PackageResources._026_upkeep_sql),
    Migration(27, "schedules", PackageResources._027_schedules_sql),
    Migration(28, "undelivered", PackageResources._028_undelivered_sql),
    Migration(29, "destinations", PackageResources._029_destinations_sql),
  ]
}
