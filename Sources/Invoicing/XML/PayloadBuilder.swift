import JSON
import XMLTree

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

  // MARK: Parts that both syntaxes have

  /// Allowances and charges.
  mutating func set(
    adjustments: [XMLElement], isCharge: (XMLElement) -> Bool, _ adjustment: (XMLElement) -> JSONValue?
  ) {
    set("allowances", adjustments.filter { !isCharge($0) }.compactMap(adjustment))
    set("charges", adjustments.filter(isCharge).compactMap(adjustment))
  }

  static func adjustment(
    amount: String?, base: String?, percent: String?, tax: String?, reason: String?, code: String?
  ) -> JSONValue? {
    object { object in
      object.set("amount", amount)
      if let base, let percent {
        object.set("percent", percent)
        object.set("base", base)
      }
      object.set("tax", tax)
      object.set("reason", reason)
      object.set("code", code)
    }
  }

  static func tax(
    category: String?, rate: String?, name: String?, exemption: (reason: String?, code: String?), amount: String?
  ) -> JSONValue? {
    object { object in
      object.set("id", name)
      object.set("name", "VAT")
      object.set("category", category)
      object.set("rate", category == "O" ? nil : rate ?? "0")
      object.set("exemption_reason", exemption.reason)
      object.set("exemption_code", exemption.code)
      object.set("amount", amount)
    }
  }

  static func contact(name: String?, phone: String?, email: String?) -> JSONValue? {
    object { contact in
      contact.set("name", name)
      contact.set("phone", phone)
      contact.set("email", email)
    }
  }

  static func period(start: String?, end: String?) -> JSONValue? {
    object { object in
      object.set("start", start)
      object.set("end", end)
    }
  }

  static func attachment(
    id: String?, description: String?, url: String?, _ content: XMLElement?
  ) -> JSONValue? {
    object { object in
      object.set("id", id)
      object.set("description", description)
      object.set("url", url)
      object.set("data", dataURL(content))
      object.set("filename", content?.attribute("filename"))
    }
  }
}
