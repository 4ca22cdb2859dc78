import Diagnostics
import JSON
import XMLTree

/// Reads e-invoices as payloads, so that a received invoice is printed, and written again, like one of our own.
package enum InvoiceXML {
  /// Invoices of 10,000 lines with 100 elements and attributes each fit, and attachments.
  private static let limits = XMLLimits(bytes: 64 << 20, nodes: 1_000_000, depth: 32)

  /// The terms of EN 16931 that a CII or UBL invoice states, as a payload. Amounts are stated, not computed: reading
  /// the payload checks them.
  ///
  /// Elements that are not part of EN 16931 (those of extensions) are left out.
  package static func payload(_ bytes: [UInt8]) throws(InvoiceXMLError) -> JSONValue {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLElement(bytes, limits: limits)
    } catch {
      throw InvoiceXMLError(error)
    }
    switch root.name.local {
    case "CrossIndustryInvoice": return .object(CrossIndustryInvoiceReader(root).payload())
    case "Invoice", "CreditNote": return .object(UniversalBusinessLanguageReader(root).payload())
    default:
      throw InvoiceXMLError(
        .unknownSyntax,
        "expected a CrossIndustryInvoice (CII), or an Invoice or CreditNote (UBL), found \(Quotation.of(root.name.local))"
      )
    }
  }

  /// The payload for printing: with stated amounts, without XML, and without logo, because the default logo belongs to
  /// another company.
  package static func printable(_ payload: JSONValue, locale: String) -> JSONValue {
    guard case .object(var object) = payload else { return payload }
    object.members.removeAll { ["einvoice", "attachments"].contains($0.name) }
    object.members += [
      .init(name: "amounts", value: .string("stated")), .init(name: "locale", value: .string(locale)),
      .init(name: "logo", value: .string("")),
    ]
    return .object(object)
  }

  /// The profile that BT-24 names; nil for others.
  static func profile(_ specification: String?, _ syntax: InvoiceProfile.Syntax) -> String? {
    InvoiceProfile.allCases.last { $0.specification == specification && $0.syntax == syntax }?.rawValue
  }
}

/// Members of a payload in the order in which they are set; absent values are left out.
struct PayloadBuilder {
  private(set) var object = JSONObject()

  var value: JSONValue? { object.members.isEmpty ? nil : .object(object) }

  mutating func set(_ name: String, _ value: JSONValue?) {
    if let value { object.members.append(.init(name: name, value: value)) }
  }

  mutating func set(_ name: String, _ text: String?) {
    let text = Self.numbers.contains(name) ? text.map(Self.decimal) : text
    set(name, text.map(JSONValue.string))
  }

  private static let numbers: Set = [
    "amount", "base", "percent", "rate", "quantity", "unit_price", "list_price", "price_per", "price", "tax_total",
    "prepaid", "cash_rounding", "total", "payable",
  ]

  /// A decimal of XML Schema as one of JSON: `+.50` is `0.50`.
  private static func decimal(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    var digits = text.drop { $0 == "+" || $0 == "-" }
    if digits.hasPrefix(".") { digits = "0" + digits }
    if digits.hasSuffix(".") { digits.removeLast() }
    return (isNegative ? "-" : "") + digits
  }

  mutating func set(_ name: String, _ elements: [JSONValue]) { set(name, elements.isEmpty ? nil : .array(elements)) }

  /// An identifier `{id, scheme}`.
  mutating func set(_ name: String, id element: XMLElement?, scheme: String? = nil) {
    set(name, Self.identifier(element, scheme: scheme))
  }

  /// Classifications of an item: elements with a code, its list and the list's version.
  mutating func set(classifications codes: [XMLElement?]) {
    let values = codes.compactMap { code in
      Self.object { object in
        object.set("code", code?.text)
        object.set("scheme", code?.attribute("listID"))
        object.set("version", code?.attribute("listVersionID"))
      }
    }
    set("classifications", values)
  }

  /// Attributes of an item: pairs of name and value.
  mutating func set(attributes: [(name: String?, value: String?)]) {
    let values = attributes.compactMap { attribute in
      Self.object { object in
        object.set("name", attribute.name)
        object.set("value", attribute.value)
      }
    }
    set("attributes", values)
  }

  static func identifier(_ element: XMLElement?, scheme: String? = nil) -> JSONValue? {
    guard let id = element?.text else { return nil }
    var builder = PayloadBuilder()
    builder.set("id", id)
    builder.set("scheme", scheme ?? element?.attribute("schemeID"))
    return builder.value
  }

  /// An account: `iban` if its check digits are right, else `account`.
  static func account(_ id: String?, name: String?, bic: String?) -> JSONValue? {
    guard let id else { return nil }
    var builder = PayloadBuilder()
    builder.set(CheckDigits.isIBAN(id.filter { !$0.isWhitespace }) ? "iban" : "account", id)
    builder.set("name", name)
    builder.set("bic", bic)
    return builder.value
  }

  /// An object made by `build`; nil if nothing is set.
  static func object(_ build: (inout PayloadBuilder) -> Void) -> JSONValue? {
    var builder = PayloadBuilder()
    build(&builder)
    return builder.value
  }

  /// `data:` URL of an attachment.
  static func dataURL(_ element: XMLElement?) -> String? {
    guard let element, let data = element.text else { return nil }
    return "data:\(element.attribute("mimeCode") ?? "");base64,\(data.filter { !$0.isWhitespace })"
  }

  /// The name of a tax in the payload: category and rate.
  static func taxName(_ category: String?, _ rate: String?) -> String? {
    guard let category else { return nil }
    guard category != "O", let rate else { return category }
    var digits = rate[...]
    if digits.contains(".") {
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    return "\(category) \(digits)"
  }
}
