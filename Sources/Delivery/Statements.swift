import Postgres

/// The statements of `SQL`, by their file names.
enum Statements {
  static let claimDeliveries = statement(EmbeddedText.claim_deliveries_sql, "claim_deliveries")
  static let completeDeliveries = statement(EmbeddedText.complete_deliveries_sql, "complete_deliveries")
  static let failDelivery = statement(EmbeddedText.fail_delivery_sql, "fail_delivery")
  static let refuseDelivery = statement(EmbeddedText.refuse_delivery_sql, "refuse_delivery")
  static let payloadDefaultsOfDeliveredJob = statement(
    EmbeddedText.payload_defaults_of_delivered_job_sql, "payload_defaults_of_delivered_job")
  static let sourceOfDeliveredJob = statement(EmbeddedText.source_of_delivered_job_sql, "source_of_delivered_job")
  static let assetsOfDeliveredJob = statement(EmbeddedText.assets_of_delivered_job_sql, "assets_of_delivered_job")
  static let mayDeliver = statement(EmbeddedText.may_deliver_sql, "may_deliver")
  static let deliveryRefusal = statement(EmbeddedText.delivery_refusal_sql, "delivery_refusal")
  static let deliveries = statement(EmbeddedText.deliveries_sql, "deliveries")
  static let delivery = statement(EmbeddedText.delivery_sql, "delivery")
  static let circuitBreakers = statement(EmbeddedText.circuit_breakers_sql, "circuit_breakers")
  static let settingsOfFormerQueues = statement(
    EmbeddedText.settings_of_former_queues_sql, "settings_of_former_queues")
  static let share = statement(EmbeddedText.share_sql, "share")
  static let shareMany = statement(EmbeddedText.share_many_sql, "share_many")
  static let retryDelivery = statement(EmbeddedText.retry_delivery_sql, "retry_delivery")
  static let cancelDelivery = statement(EmbeddedText.cancel_delivery_sql, "cancel_delivery")
  static let retryMatchingDeliveries = statement(
    EmbeddedText.retry_matching_deliveries_sql, "retry_matching_deliveries")
  static let cancelMatchingDeliveries = statement(
    EmbeddedText.cancel_matching_deliveries_sql, "cancel_matching_deliveries")
  static let setBreaker = statement(EmbeddedText.set_breaker_sql, "set_breaker")
  static let registerDestinations = statement(EmbeddedText.register_destinations_sql, "register_destinations")
  static let enableDeliveries = statement(EmbeddedText.enable_deliveries_sql, "enable_deliveries")
  static let createShareLink = statement(EmbeddedText.create_share_link_sql, "create_share_link")
  static let findShareLink = statement(EmbeddedText.find_share_link_sql, "find_share_link")
  static let countShareDownload = statement(EmbeddedText.count_share_download_sql, "count_share_download")
  static let countShareAttempt = statement(EmbeddedText.count_share_attempt_sql, "count_share_attempt")
  static let clearShareAttempts = statement(EmbeddedText.clear_share_attempts_sql, "clear_share_attempts")
  static let renewShareLink = statement(EmbeddedText.renew_share_link_sql, "renew_share_link")
  static let revokeShareLink = statement(EmbeddedText.revoke_share_link_sql, "revoke_share_link")
  static let shareLinks = statement(EmbeddedText.share_links_sql, "share_links")
  static let policy = statement(EmbeddedText.policy_sql, "policy")
  static let setPolicy = statement(EmbeddedText.set_policy_sql, "set_policy")
  static let removePolicy = statement(EmbeddedText.remove_policy_sql, "remove_policy")
  static let kindRules = statement(EmbeddedText.kind_rules_sql, "kind_rules")
  static let kindRuleChanges = statement(EmbeddedText.kind_rule_changes_sql, "kind_rule_changes")
  static let policyChanges = statement(EmbeddedText.policy_changes_sql, "policy_changes")
  static let testDestination = statement(EmbeddedText.test_destination_sql, "test_destination")
  static let shareOptions = statement(EmbeddedText.share_options_sql, "share_options")
  static let subscribe = statement(EmbeddedText.subscribe_sql, "subscribe")
  static let unsubscribe = statement(EmbeddedText.unsubscribe_sql, "unsubscribe")
  static let subscriptions = statement(EmbeddedText.subscriptions_sql, "subscriptions")

  private static func statement(_ text: String, _ name: String) -> Statement {
    Statement(text, name: name)
  }
}
