import JSON
import XMLTree

/// Taxes and lines.
extension UniversalBusinessLanguageReader {
  func taxes() -> [JSONValue] {
    let total = root.all("TaxTotal").first { $0.first("TaxSubtotal") != nil }
    return (total?.all("TaxSubtotal") ?? []).compactMap { entry in
      let category = entry.first("TaxCategory")
      let code = category?.text("ID")
      return PayloadBuilder.tax(
        category: code, rate: category?.text("Percent"), name: Self.taxName(category),
        exemption: (category?.text("TaxExemptionReason"), category?.text("TaxExemptionReasonCode")),
        amount: entry.text("TaxAmount"))
    }
  }

  static func taxName(_ category: XMLElement?) -> String? {
    PayloadBuilder.taxName(category?.text("ID"), category?.text("Percent") ?? "0")
  }

  static func isCharge(_ entry: XMLElement) -> Bool {
    ["true", "1"].contains(entry.text("ChargeIndicator"))
  }

  static func adjustment(_ entry: XMLElement) -> JSONValue? {
    PayloadBuilder.adjustment(
      amount: entry.text("Amount"), base: entry.text("BaseAmount"), percent: entry.text("MultiplierFactorNumeric"),
      tax: taxName(entry.first("TaxCategory")), reason: entry.text("AllowanceChargeReason"),
      code: entry.text("AllowanceChargeReasonCode"))
  }

  static func item(_ line: XMLElement) -> JSONValue? {
    let product = line.first("Item")
    let quantity = line.first("InvoicedQuantity") ?? line.first("CreditedQuantity")
    let adjustments = line.all("AllowanceCharge")
    return PayloadBuilder.object { item in
      item.set("id", line.text("ID"))
      item.set("description", product?.text("Name"))
      item.set("detail", product?.text("Description"))
      item.set("note", line.text("Note"))
      item.set("object", id: line.first("DocumentReference", "ID"))
      item.set("quantity", quantity?.text)
      item.set("unit_code", quantity?.attribute("unitCode"))
      item.set("unit_price", line.text("Price", "PriceAmount"))
      item.set("list_price", line.text("Price", "AllowanceCharge", "BaseAmount"))
      item.set("price_per", line.text("Price", "BaseQuantity"))
      item.set("tax", taxName(product?.first("ClassifiedTaxCategory")))
      item.set("price", line.text("LineExtensionAmount"))
      item.set(adjustments: adjustments, isCharge: isCharge, adjustment)
      item.set("order_line", line.text("OrderLineReference", "LineID"))
      item.set("buyer_account", line.text("AccountingCost"))
      item.set("period", period(line.first("InvoicePeriod")))
      item.set("seller_id", product?.text("SellersItemIdentification", "ID"))
      item.set("buyer_id", product?.text("BuyersItemIdentification", "ID"))
      item.set("standard_id", id: product?.first("StandardItemIdentification", "ID"))
      item.set("origin", product?.text("OriginCountry", "IdentificationCode"))
      item.set(
        classifications: (product?.all("CommodityClassification") ?? []).map { $0.first("ItemClassificationCode") })
      item.set(
        attributes: (product?.all("AdditionalItemProperty") ?? []).map { ($0.text("Name"), $0.text("Value")) })
    }
  }

  static func period(_ period: XMLElement?) -> JSONValue? {
    PayloadBuilder.period(start: period?.text("StartDate"), end: period?.text("EndDate"))
  }
}
