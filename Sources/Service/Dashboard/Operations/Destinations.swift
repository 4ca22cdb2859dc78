import Delivery
import Encodings
import JobQueue
import Postgres
import Web

extension Dashboard {
  var destinationRoutes: [Route] {
    [
      page("/destinations", .viewer, "List the destinations and their circuit breakers.") { visitor, request in
        try visitor.requireAll()
        async let destinations = queue.query(Statements.destinations)
        let breakers = try await deliveries.breakers()
        let depths = try await depths.depths(of: nil) { try await queueDepths(nil) }
        return Page(
          title: "Destinations", section: .destinations, isLive: true, notice: Notice.html(request.query),
          content: """
            <h1>Destinations</h1>
            <div data-live="delivery-queues"><h2>Delivery queues</h2>
            \(UI.table(
              "Delivery queues", ["Queue", "State", "#Ready", "#Running", "#Later", "Last error", "Action"],
              deliveryRows(depths, breakers, visitor), empty: "Nothing was delivered yet."))</div>
            <section aria-labelledby="configured"><h2 id="configured">Configured destinations</h2>
            \(UI.table(
              "Configured destinations", ["Destination", "Description", "Options", "Registered"],
              try await destinations.map(destinationRow),
              empty: "No destination is configured (Jobs/destinations.yaml)."))</section>
            """)
      },
      action("/destinations/enable", .operator, "Close the circuit breaker of a delivery queue.") { visitor, form, _ in
        try visitor.requireAll()
        let name = try form.required("queue")
        try await audit.record(
          "destination.enable", object: "queue \(name.prefix(100))", tenant: nil, by: visitor.principal)
        try await deliveries.enable(queue: name)
        return Notice.enabled.on("/destinations")
      },
    ]
  }

  private func deliveryRows(_ depths: [QueueDepth], _ breakers: [CircuitBreaker], _ visitor: Visitor) -> [[HTML]] {
    let names = Set(depths.map(\.queue).filter { $0.hasPrefix("deliveries.") }).union(breakers.map(\.queue)).sorted()
    return names.map { name in
      let depth = depths.first { $0.queue == name }
      let breaker = breakers.first { $0.queue == name }
      let isOpen = breaker.map { $0.state != .closed } ?? false
      let state: HTML =
        switch breaker?.state {
        case .open: "\(UI.badge("unavailable", .bad)) next attempt \(UI.time(breaker?.nextProbeAt))"
        case .halfOpen: UI.badge("one at a time", .warn)
        case .disabled: "\(UI.badge("disabled", .bad)) by the receiver"
        case .closed, nil: depth?.isPaused == true ? UI.badge("paused", .warn) : UI.badge("works", .good)
        }
      let enable: HTML? =
        visitor.has(.operator) && isOpen
        ? UI.button("Enable", "/destinations/enable", visitor, fields: [("queue", name)], style: "small primary") : nil
      let pause = pauseButton(.queue(name), isPaused: depth?.isPaused ?? false, visitor)
      return [
        UI.link(
          name, "/jobs?queue=\(PercentEncoding.encode(name))&kind=\(PercentEncoding.encode(Self.kind(ofQueue: name)))"),
        state, UI.number(depth?.available ?? 0), UI.number(depth?.running ?? 0), UI.number(depth?.waiting ?? 0),
        breaker?.lastErrorCode.map { code -> HTML in
          "\(UI.code(code)) <span class=\"excerpt\">\(breaker?.lastError.map { String($0.prefix(160)) } ?? "")</span>"
        } ?? UI.none, "\(enable)\(pause)",
      ]
    }
  }

  /// `deliver.s3` of `deliveries.s3.reports`.
  private static func kind(ofQueue name: String) -> String {
    "deliver." + (name.split(separator: ".").dropFirst().first.map(String.init) ?? "")
  }

  private func destinationRow(_ row: Row) throws -> [HTML] {
    [
      UI.code(try row.decode("endpoint")), UI.text(try row.decode("description", as: String?.self)),
      UI.text(try row.decode("options", as: String?.self)), UI.time(try row.decode("registered_at")),
    ]
  }
}
