import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// Members of payloads that are set per tenant.
@Suite(.hangLimit) struct DefaultsTests {
  private static let defaults = #"""
    {"einvoice": "xrechnung-ubl", "locale": "de-DE", "currency": "EUR",
     "sender": {"name": "Morgenrot Werkstatt GmbH", "vat_id": "DE312456789", "electronic_address": "r@morgenrot.example",
       "address": {"line1": "Lindenallee 7", "post_code": "04109", "city": "Leipzig", "country": "DE"},
       "contact": {"name": "Ines Vogt", "phone": "+49 341 5550", "email": "vogt@morgenrot.example"}},
     "payment": {"iban": "DE89370400440532013000"},
     "taxes": [{"name": "USt.", "rate": 19}],
     "notes": [{"text": "Es gelten unsere Bedingungen."}]}
    """#

  private static let payload = Payloads.json([
    "number": "RE-1", "date": "2026-11-20", "due": "2026-12-20", "references": ["buyer": "04011000-12345-03"],
    "recipient": [
      "name": "Stadtbibliothek Jena", "electronic_address": ["scheme": "0204", "id": "04011000-12345-03"],
      "address": ["line1": "Platz 11", "post_code": "07743", "city": "Jena", "country": "DE"],
    ],
    "delivery": ["date": "2026-11-18"],
    "items": [["description": "Regal", "quantity": 4, "unit": "Stück", "unit_price": "1289.50"]],
  ])

  @Test func aTenantsInvoicesHaveItsSenderAccountAndLogo() async throws {
    try await TestInstallation.with { installation in
      let file = try installation.file("defaults.json", Self.defaults)
      let logo = try installation.file(
        "logo.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'><rect width='60' height='20'/></svg>")
      try await installation.pressrun("defaults", "set", "invoice", file, "--logo", logo, "--tenant", "morgenrot")
      let listed = try await installation.pressrun("defaults", "show", "--tenant", "morgenrot")
      #expect(listed.output.contains("invoice"))
      let shown = try await installation.pressrun("defaults", "show", "invoice", "--tenant", "morgenrot")
      #expect(shown.output.contains("data:image/svg+xml;base64,") && shown.output.contains("Lindenallee 7"))

      let json = try await installation.pressrun("defaults", "show", "--json", "--tenant", "morgenrot")
      let entry = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      let members = try #require(entry?["members"] as? [String: Any])
      #expect(members["sender"] != nil && json.lines.count == 1)

      let id = try await installation.enqueue("invoice", Self.payload, "--tenant", "morgenrot")
      let other = try await installation.enqueue("invoice", Self.payload, "--tenant", "other")
      try await installation.drain()
      let details = try await installation.queue.job(id)
      #expect(details.artifacts.map(\.mediaType) == ["application/pdf", "application/xml"])
      let text = try await installation.text(of: installation.artifact(try #require(details.artifact).sha256))
      for part in ["Morgenrot Werkstatt GmbH", "DE89370400440532013000", "Es gelten unsere Bedingungen.", "6.138,02"] {
        #expect(text.contains(part), "\(part): \(text)")
      }
      let plain = try #require(try await installation.queue.job(other).artifact)
      #expect(try await !installation.text(of: installation.artifact(plain.sha256)).contains("Morgenrot"))

      // The same document without a queue.
      let payload = try installation.file("payload.json", Self.payload)
      let output = installation.folder + "/direct.pdf"
      try await installation.pressrun(
        "render", payload, "--kind", "invoice", "--defaults", file, "-o", output)
      #expect(try await installation.text(of: output).contains("Morgenrot Werkstatt GmbH"))

      try await installation.pressrun("defaults", "remove", "invoice", "--tenant", "morgenrot")
      try await installation.pressrun("defaults", "remove", "invoice", "--tenant", "morgenrot", status: 2)
      let empty = try await installation.pressrun("defaults", "show", "invoice", "--tenant", "morgenrot", status: 2)
      #expect(empty.errors.contains("has no defaults for invoice"))
    }
  }

  @Test(arguments: [
    ("[1]", "invoice", "a JSON object"), ("{", "invoice", "bad.json: line 1"), ("{}", "none", "unknown kind"),
    (#"{"date": "soon"}"#, "invoice", "$.date: expected a date"),
  ])
  func whatCannotBeDefaultsIsRefused(text: String, kind: String, message: String) async throws {
    try await TestInstallation.with { installation in
      let file = try installation.file("bad.json", text)
      let result = try await installation.pressrun("defaults", "set", kind, file, status: 2)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }
}
