import Delivery
import JSON
import JobQueue
import Web

extension API {
  var sharingRoutes: [Route] {
    [
      Route(
        .get, "/v1/jobs/{id}/share-options", access: Scope.jobsRead.access,
        summary: "List the destinations to which the document of a job may be sent.",
        documentation: .api(tag: "Sharing", id: "listShareOptions"), parameters: [Self.jobID.declaration],
        answers: [
          .init(200, "Each destination, whether it is allowed, and the rule.", schema: .reference("ShareOptions"))
        ],
        problems: [.unknownJob]
      ) { request in
        let found = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        let options = try await PolicyStore(queue: queue).shareOptions(tenant: found.tenant, kind: found.kind)
        return .json(["destinations": .array(options.map(Records.json))])
      },
      Route(
        .post, "/v1/jobs/{id}/share", access: Scope.jobsWrite.access,
        summary: "Deliver the document of a completed job.",
        description: "With several destinations, all deliveries are requested or none.",
        documentation: .api(tag: "Sharing", id: "shareJob"), parameters: [Self.jobID.declaration],
        body: .json(
          .object(
            [
              "destinations": JSONSchema.array(of: .string(1...2000), atMost: 100).with("minItems", 1),
              "options": JSONSchema.object([:], allowsOthers: true).described("How to deliver; at most 16 kB."),
            ], required: ["destinations"]),
          example: #"{"destinations": ["email:pm@fund.example"], "options": {"subject": "Report"}}"#),
        answers: [.init(201, "The deliveries.", schema: .reference("RequestedDeliveries"))],
        problems: [.unknownJob, .wrongState, .destinationDenied, .invalidDestination, .invalidArgument]
      ) { try await share($0) },
    ]
  }

  private func share(_ request: WebRequest) async throws -> WebResponse {
    let principal = try request.authenticated()
    let found = try await job(try request[Self.jobID], in: principal.tenants)
    let body = try await request.object(["destinations", "options"])
    let destinations = try body.strings("destinations")
    guard (1...100).contains(destinations.count) else {
      throw Problem(.invalidBody, "name 1 to 100 destinations", field: "$.destinations")
    }
    if let options = body["options"] { _ = try RequestObject(options, at: body.path(of: "options")) }
    try await service.audit.record(
      "job.share", object: "job \(found.id) with \(destinations.joined(separator: ", "))", tenant: found.tenant,
      by: principal)
    let ids = try await deliveries.share(
      found.id, with: destinations, options: body["options"].map { Array($0.text.utf8) })
    return .json(
      [
        "deliveries": .array(
          zip(ids, destinations).map { ["id": .integer($0.rawValue), "destination": .string($1)] })
      ], status: 201)
  }
}
