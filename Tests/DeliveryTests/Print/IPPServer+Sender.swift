import Foundation
import Networking
import TestSupport

@testable import Delivery

extension IPPServer.Running {
  /// A sender that asks for the state of a job again and again, as IPP requires, without the pauses.
  /// - Parameter timeout: the sum of the pauses left out after which an attempt ends, a year unless the test is about
  ///   it.
  func sender(
    _ uri: String? = nil, caFile: String? = nil, defaults: PrintOptions = PrintOptions(),
    timeout: Duration = .seconds(365 * 86_400),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }
  ) throws -> PrintSender {
    var limits = DestinationLimits()
    limits.addresses = .withLoopback
    limits.timeout = timeout
    return PrintSender(
      try PrintConfiguration(printer: uri ?? self.uri, caFile: caFile, defaults: defaults), limits: limits,
      sleep: sleep)
  }

  /// The options of each job with this name.
  func printed(_ request: DeliveryRequest) throws -> [String] {
    let name = "pressrun-\(request.id)-\(request.document.sha256.prefix(12))."
    return try FileManager.default.contentsOfDirectory(atPath: process.folder + "/printed").filter {
      $0.hasPrefix(name)
    }
    .map { try String(contentsOfFile: process.folder + "/printed/" + $0, encoding: .utf8) }
  }
}
