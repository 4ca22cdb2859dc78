import Delivery

/// Mails with an attachment over kept connections, compared with aiosmtplib.
struct MailBenchmark {
  private let benchmark: DeliveryBenchmark

  init(_ benchmark: DeliveryBenchmark) { self.benchmark = benchmark }

  func comparison() throws -> Comparison {
    let server = try MinimalServer.smtp()
    let configurations = try DestinationConfigurations(
      text: """
        email:
          server: smtp://127.0.0.1:\(server.port)
          tls: none
          from: reports@fund.example
          connections: \(benchmark.concurrency)
          concurrency: \(benchmark.concurrency)
          allowed_networks: [127.0.0.0/8]
        """, file: "destinations.yaml")
    guard let sender = try configurations["email"]?.makeSender(.none) else {
      throw BenchmarkError("email cannot be configured")
    }
    let file = try SampleFile()
    let destination = try Destination("email:pm@fund.example")
    let own = benchmark.competitor(server) { number in _ = try await sender.send(file.request(number, destination)) }
    let other = benchmark.competitor("aiosmtplib", "mail_aiosmtplib.py", port: server.port)
    return Comparison(
      "mail", unit: "deliveries/s", [own, other], goals: [Comparison.Goal(against: "aiosmtplib", ratio: 2)])
  }
}
