import Dates
import Networking

/// One bucket of an S3-compatible object storage (Amazon S3 API Reference, 2006-03-01).
///
/// Requests that fail because the storage is overloaded or out of reach are repeated with growing delays. All requests
/// are such that repeating them is safe; a conditional one that took effect, and whose answer was lost, then fails with
/// `preconditionFailed`.
package struct Bucket: Sendable {
  /// Sends one request.
  package typealias Exchange = @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse

  package let location: BucketLocation
  let credentials: S3Credentials
  let limits: TransferLimits
  let exchange: Exchange
  let clock: StorageClock

  package init(
    _ location: BucketLocation, credentials: S3Credentials, limits: TransferLimits = TransferLimits(),
    clock: StorageClock = StorageClock(), exchange: @escaping Exchange
  ) {
    self.location = location
    self.credentials = credentials
    self.limits = limits
    self.clock = clock
    self.exchange = exchange
  }

  /// A bucket that is reached through `client`.
  package init(
    _ location: BucketLocation, credentials: S3Credentials, limits: TransferLimits = TransferLimits(),
    client: HTTPClient
  ) {
    self.init(location, credentials: credentials, limits: limits) { request throws(NetworkError) in
      try await client.send(request)
    }
  }
}

/// Limits of requests.
package struct TransferLimits: Hashable, Sendable {
  /// How often a request is sent if the storage is overloaded or out of reach.
  package var attempts = 4
  /// The delay before the second attempt; it doubles with every further one.
  package var firstDelay = Duration.milliseconds(200)
  package var longestDelay = Duration.seconds(5)
  /// Objects of more bytes are uploaded in parts.
  package var largestPut = 64 << 20
  /// Bytes of a part; more if there would be more than 10,000 parts. Amazon S3 requires at least 5 MiB.
  package var part = 16 << 20
  /// Parts that are uploaded at once.
  package var concurrentParts = 4
  /// The slowest transfer that does not exceed the time limit, in bytes a second; 60 seconds are added.
  package var slowestTransfer = 64 << 10

  package init() {}

  func timeout(bytes: Int) -> Duration { .seconds(60 + bytes / slowestTransfer) }
}

/// The time of day for signatures, and the waiting between attempts.
package struct StorageClock: Sendable {
  package var now: @Sendable () -> Timestamp
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Timestamp = { .now },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }
}
