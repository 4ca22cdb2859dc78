import JSON
import TestTraits
import Testing

@testable import Web

@Suite(.hangLimit) struct OpenAPITests {
  @Test func theDocumentDescribesDocumentedRoutesOnly() throws {
    let id = Parameter<Int64>.path("id", .identifier, "The job.")
    let limit = Parameter<Int>.query("limit", .integer(1...100), default: 10, "How many.")
    var table = RouteTable()
    table.add([
      Route(
        .get, "/v1/jobs/{id}", access: .token("jobs:read"), summary: "Gets a job.",
        documentation: .api(tag: "Jobs", id: "getJob"), parameters: [id.declaration, limit.declaration],
        answers: [
          .init(200, "The job.", schema: .reference("Job")),
          .init(203, "Its document.", mediaType: "application/pdf", alternative: .reference("Job")),
        ],
        problems: [ProblemType("unknown_job", status: 404, "There is no such job")]
      ) { _ in WebResponse() },
      Route(
        .post, "/v1/jobs/{id}", access: .open, summary: "Changes a job.",
        documentation: .api(tag: "Jobs", id: "changeJob"), parameters: [id.declaration],
        body: .json(.object(["a": .integer(0...1)], required: ["a"]))
      ) { _ in WebResponse() },
      Route(.get, "/page", access: .open, summary: "A page.") { _ in WebResponse() },
    ])
    let document = OpenAPIDocument(
      title: "T", version: "1", description: "D", tags: [("Jobs", "All.")],
      schemas: [("Job", .object(["id": .integer]))])
    let text = document.json(of: table).text
    #expect(!text.contains("/page"))
    let parsed = try JSONParser.parse(Array(text.utf8))
    let get = parsed["paths"]?["/v1/jobs/{id}"]?["get"]
    #expect(get?["operationId"] == "getJob")
    #expect(get?["security"] == [["token": []]])
    #expect(
      get?["responses"]?["200"]?["content"]?["application/json"]?["schema"]?["$ref"] == "#/components/schemas/Job")
    let other = get?["responses"]?["203"]?["content"]
    #expect(other?["application/pdf"] == [:])
    #expect(other?["application/json"]?["schema"]?["$ref"] == "#/components/schemas/Job")
    #expect(get?["responses"]?["404"]?["description"] == "There is no such job. Codes: `unknown_job`.")
    guard case .array(let parameters) = get?["parameters"] else {
      Issue.record("no parameters")
      return
    }
    #expect(parameters[0]["in"] == "path")
    #expect(parameters[1]["schema"] == ["type": "integer", "minimum": 1, "maximum": 100, "default": 10])
    let post = parsed["paths"]?["/v1/jobs/{id}"]?["post"]
    #expect(post?["security"] == [])
    #expect(post?["requestBody"]?["content"]?["application/json"]?["schema"]?["required"] == ["a"])
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }
}
