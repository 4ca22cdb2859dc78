import Delivery
import Foundation
import Networking
import OperatingSystem

/// Signed webhooks with a link to the document, compared with httpx.
struct WebhookBenchmark {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private let benchmark: DeliveryBenchmark

  init(_ benchmark: DeliveryBenchmark) { self.benchmark = benchmark }

  func comparison() throws -> Comparison {
    let server = try MinimalServer.http()
    let sender = try sender()
    let destination = try Destination("webhook:http://127.0.0.1:\(server.port)/hook")
    let own = benchmark.competitor(server) { number in
      _ = try await sender.send(Self.request(number, destination))
    }
    let httpx = benchmark.competitor("httpx", "webhooks_httpx.py", port: server.port)
    return Comparison(
      "webhooks", unit: "deliveries/s", [own, httpx], goals: [Comparison.Goal(against: "httpx", ratio: 3)])
  }

  private func sender() throws -> WebhookSender {
    setenv("PRESSRUN_BENCH_WEBHOOK_SECRET", Self.secret, 1)
    var limits = DestinationLimits()
    limits.addresses = .withLoopback
    return try WebhookSender(
      WebhookConfiguration(secrets: [.environment("PRESSRUN_BENCH_WEBHOOK_SECRET")]), name: nil, limits: limits,
      links: { request in
        CreatedLink(
          url: "https://documents.example/d/\(request.id)", id: "\(request.id)",
          expires: Date(timeIntervalSince1970: 1_900_000_000))
      })
  }

  private static func request(_ number: Int, _ destination: Destination) -> DeliveryRequest {
    DeliveryRequest(
      id: Int64(number), attempt: 1, tenant: "acme", destination: destination,
      document: DeliveredDocument(
        job: Int64(number), kind: "invoice", payload: [], path: "", bytes: 40_000,
        sha256: String(repeating: "0123456789abcdef", count: 4), mediaType: "application/pdf",
        completedAt: Date(timeIntervalSince1970: 1_790_000_000)))
  }
}
