import Postgres

/// The statements of `SQL`, by their file names.
enum Statements {
  static let claimDeliveries = statement(PackageResources.claim_deliveries_sql, "claim_deliveries")
  static let completeDeliveries = statement(PackageResources.complete_deliveries_sql, "complete_deliveries")
  static let failDelivery = statement(PackageResources.fail_delivery_sql, "fail_delivery")
  static let refuseDelivery = statement(PackageResources.refuse_delivery_sql, "refuse_delivery")
  static let assetsOfDeliveredJob = statement(PackageResources.assets_of_delivered_job_sql, "assets_of_delivered_job")
  static let mayDeliver = statement(PackageResources.may_deliver_sql, "may_deliver")
  static let deliveryRefusal = statement(PackageResources.delivery_refusal_sql, "delivery_refusal")
  static let deliveries = statement(PackageResources.deliveries_sql, "deliveries")
  static let delivery = statement(PackageResources.delivery_sql, "delivery")
  static let circuitBreakers = statement(PackageResources.circuit_breakers_sql, "circuit_breakers")
  static let share = statement(PackageResources.share_sql, "share")
  static let shareMany = statement(PackageResources.share_many_sql, "share_many")
  static let retryDelivery = statement(PackageResources.retry_delivery_sql, "retry_delivery")
  static let cancelDelivery = statement(PackageResources.cancel_delivery_sql, "cancel_delivery")
  static let retryMatchingDeliveries = statement(
    PackageResources.retry_matching_deliveries_sql, "retry_matching_deliveries")
  static let cancelMatchingDeliveries = statement(
    PackageResources.cancel_matching_deliveries_sql, "cancel_matching_deliveries")
  static let setBreaker = statement(PackageResources.set_breaker_sql, "set_breaker")
  static let registerDestinations = statement(PackageResources.register_destinations_sql, "register_destinations")
  static let enableDeliveries = statement(PackageResources.enable_deliveries_sql, "enable_deliveries")
  static let createShareLink = statement(PackageResources.create_share_link_sql, "create_share_link")
  static let findShareLink = statement(PackageResources.find_share_link_sql, "find_share_link")
  static let countShareDownload = statement(PackageResources.count_share_download_sql, "count_share_download")
  static let countShareAttempt = statement(PackageResources.count_share_attempt_sql, "count_share_attempt")
  static let renewShareLink = statement(PackageResources.renew_share_link_sql, "renew_share_link")
  static let revokeShareLink = statement(PackageResources.revoke_share_link_sql, "revoke_share_link")
  static let shareLinks = statement(PackageResources.share_links_sql, "share_links")
  static let policy = statement(PackageResources.policy_sql, "policy")
  static let setPolicy = statement(PackageResources.set_policy_sql, "set_policy")
  static let removePolicy = statement(PackageResources.remove_policy_sql, "remove_policy")
  static let kindRules = statement(PackageResources.kind_rules_sql, "kind_rules")
  static let kindRuleChanges = statement(PackageResources.kind_rule_changes_sql, "kind_rule_changes")
  static let policyChanges = statement(PackageResources.policy_changes_sql, "policy_changes")
  static let testDestination = statement(PackageResources.test_destination_sql, "test_destination")
  static let shareOptions = statement(PackageResources.share_options_sql, "share_options")
  static let subscribe = statement(PackageResources.subscribe_sql, "subscribe")
  static let unsubscribe = statement(PackageResources.unsubscribe_sql, "unsubscribe")
  static let subscriptions = statement(PackageResources.subscriptions_sql, "subscriptions")

  private static func statement(_ bytes: [UInt8], _ name: String) -> Statement {
    Statement(String(decoding: bytes, as: UTF8.self), name: name)
  }
}
