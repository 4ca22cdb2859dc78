import JSON

@testable import Invoicing

/// A payload to be changed by tests.
struct TestPayload {
  var value: JSONValue

  init(_ json: String) throws { value = try JSONParser.parse(Array(json.utf8)) }

  /// An XRechnung in UBL with two rates, an allowance and a charge.
  static func complete() throws -> TestPayload {
    try TestPayload(
      """
      {"einvoice": "xrechnung-ubl", "number": "RE-2026-0912", "date": "2026-11-20", "due": "2026-12-20", "currency": "EUR",
       "locale": "de-DE", "references": {"buyer": "04011000-12345-03", "order": "PO-4711"},
       "sender": {"name": "Morgenrot Werkstatt GmbH",
         "address": {"line1": "Lindenallee 7", "post_code": "04109", "city": "Leipzig", "country": "DE"},
         "vat_id": "DE312456789", "electronic_address": "rechnung@morgenrot.example",
         "contact": {"name": "Ines Vogt", "phone": "+49 341 5550", "email": "vogt@morgenrot.example"}},
       "recipient": {"name": "Stadtbibliothek Jena",
         "address": {"line1": "Ernst-Abbe-Platz 11", "post_code": "07743", "city": "Jena", "country": "DE"},
         "electronic_address": {"scheme": "0204", "id": "04011000-12345-03"}},
       "delivery": {"date": "2026-11-18"},
       "payment": {"iban": "DE89 3704 0044 0532 0130 00", "discounts": [{"days": 14, "percent": "2.00"}]},
       "taxes": [{"id": "normal", "name": "USt.", "rate": 19}, {"id": "ermäßigt", "name": "USt.", "rate": 7}],
       "items": [
         {"description": "Regale aus Esche", "quantity": 4, "unit": "Stück", "unit_price": "1289.50", "tax": "normal",
          "allowances": [{"reason": "Ausstellungsstück", "percent": 10}],
          "attributes": [{"name": "Holz", "value": "Esche, geölt"}]},
         {"description": "Schrauben", "quantity": 250, "unit_code": "C62", "unit_price": "3.49", "price_per": 100,
          "tax": "normal"},
         {"description": "Fachbuch Holzbau", "quantity": 3, "unit": "Stück", "unit_price": "29.90", "tax": "ermäßigt"}],
       "charges": [{"reason": "Fracht", "code": "FC", "amount": "45.00", "tax": "normal"}],
       "prepaid": "1000.00", "total": "5684.14", "payable": "4684.14"}
      """)
  }

  /// The payload with the value at a path such as `items.0.unit_price` replaced by JSON, or removed by an empty text.
  func with(_ path: String, _ json: String) throws -> TestPayload {
    var copy = self
    let value = json.isEmpty ? nil : try JSONParser.parse(Array(json.utf8))
    copy.value = Self.replacing(self.value, path.split(separator: ".").map(String.init)[...], value)
    return copy
  }

  private static func replacing(_ value: JSONValue, _ path: ArraySlice<String>, _ new: JSONValue?) -> JSONValue {
    guard let step = path.first else { return new ?? .null }
    let rest = path.dropFirst()
    switch value {
    case .array(var elements):
      guard let index = Int(step), index < elements.count else { return value }
      elements[index] = replacing(elements[index], rest, new)
      return .array(elements)
    case .object(var object):
      let old = object[step] ?? .object(JSONObject())
      object.members.removeAll { $0.name == step }
      if !rest.isEmpty || new != nil { object.members.append(.init(name: step, value: replacing(old, rest, new))) }
      return .object(object)
    default: return value
    }
  }

  func read(_ profile: InvoiceProfile? = nil) throws -> Invoice { try InvoiceReader.read(value, profile: profile) }

  /// The violations; empty if the payload is valid.
  var violations: [InvoiceViolation] {
    do {
      _ = try read()
      return []
    } catch { return (error as? InvoiceError)?.violations ?? [] }
  }
}
