/// Settings of tenants, which are kept for a short time, so that most jobs cost no query and a change takes effect
/// soon.
struct TenantCache<Value: Sendable> {
  private var entries: [String: (value: Value, until: ContinuousClock.Instant)] = [:]
  private static var lifetime: Duration { .seconds(10) }
  private static var entryLimit: Int { 10_000 }

  subscript(tenant: String) -> Value? {
    get { entries[tenant].flatMap { $0.until > .now ? $0.value : nil } }
    set {
      if entries.count >= Self.entryLimit { entries = [:] }
      entries[tenant] = newValue.map { ($0, .now + Self.lifetime) }
    }
  }
}
