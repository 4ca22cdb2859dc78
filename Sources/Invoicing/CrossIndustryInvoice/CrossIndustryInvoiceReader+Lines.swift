import JSON
import XMLTree

/// Taxes and lines.
extension CrossIndustryInvoiceReader {
  func taxes() -> [JSONValue] {
    (settlement?.all("ApplicableTradeTax") ?? []).compactMap { tax in
      let category = tax.text("CategoryCode")
      let rate = tax.text("RateApplicablePercent")
      return PayloadBuilder.tax(
        category: category, rate: rate, name: PayloadBuilder.taxName(category, rate),
        exemption: (tax.text("ExemptionReason"), tax.text("ExemptionReasonCode")), amount: tax.text("CalculatedAmount"))
    }
  }

  static func taxName(_ tax: XMLElement?) -> String? {
    PayloadBuilder.taxName(tax?.text("CategoryCode"), tax?.text("RateApplicablePercent") ?? "0")
  }

  static func isCharge(_ entry: XMLElement) -> Bool {
    ["true", "1"].contains(entry.text("ChargeIndicator", "Indicator"))
  }

  static func adjustment(_ entry: XMLElement) -> JSONValue? {
    PayloadBuilder.adjustment(
      amount: entry.text("ActualAmount"), base: entry.text("BasisAmount"), percent: entry.text("CalculationPercent"),
      tax: taxName(entry.first("CategoryTradeTax")), reason: entry.text("Reason"), code: entry.text("ReasonCode"))
  }

  func items() -> [JSONValue] {
    (root.first("SupplyChainTradeTransaction")?.all("IncludedSupplyChainTradeLineItem") ?? []).compactMap(Self.item)
  }

  static func item(_ line: XMLElement) -> JSONValue? {
    let product = line.first("SpecifiedTradeProduct")
    let agreement = line.first("SpecifiedLineTradeAgreement")
    let settlement = line.first("SpecifiedLineTradeSettlement")
    let net = agreement?.first("NetPriceProductTradePrice")
    let gross = agreement?.first("GrossPriceProductTradePrice")
    let quantity = line.first("SpecifiedLineTradeDelivery", "BilledQuantity")
    let object = settlement?.all("AdditionalReferencedDocument").first { $0.text("TypeCode") == "130" }
    let adjustments = settlement?.all("SpecifiedTradeAllowanceCharge") ?? []
    return PayloadBuilder.object { item in
      item.set("id", line.text("AssociatedDocumentLineDocument", "LineID"))
      item.set("description", product?.text("Name"))
      item.set("detail", product?.text("Description"))
      item.set("note", line.text("AssociatedDocumentLineDocument", "IncludedNote", "Content"))
      item.set("object", id: object?.first("IssuerAssignedID"), scheme: object?.text("ReferenceTypeCode"))
      item.set("quantity", quantity?.text)
      item.set("unit_code", quantity?.attribute("unitCode"))
      item.set("unit_price", net?.text("ChargeAmount"))
      item.set("list_price", gross?.text("ChargeAmount"))
      item.set("price_per", net?.text("BasisQuantity") ?? gross?.text("BasisQuantity"))
      item.set("tax", taxName(settlement?.first("ApplicableTradeTax")))
      item.set("price", settlement?.text("SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount"))
      item.set(adjustments: adjustments, isCharge: isCharge, adjustment)
      item.set("order_line", agreement?.text("BuyerOrderReferencedDocument", "LineID"))
      item.set("buyer_account", settlement?.text("ReceivableSpecifiedTradeAccountingAccount", "ID"))
      item.set("period", period(settlement?.first("BillingSpecifiedPeriod")))
      item.set("seller_id", product?.text("SellerAssignedID"))
      item.set("buyer_id", product?.text("BuyerAssignedID"))
      item.set("standard_id", id: product?.first("GlobalID"))
      item.set("origin", product?.text("OriginTradeCountry", "ID"))
      item.set(
        classifications: (product?.all("DesignatedProductClassification") ?? []).map { $0.first("ClassCode") })
      item.set(
        attributes: (product?.all("ApplicableProductCharacteristic") ?? []).map {
          ($0.text("Description"), $0.text("Value"))
        })
    }
  }

  static func period(_ period: XMLElement?) -> JSONValue? {
    PayloadBuilder.period(
      start: day(period?.first("StartDateTime", "DateTimeString")),
      end: day(period?.first("EndDateTime", "DateTimeString")))
  }

  /// A date in ISO 8601, from format 102 of UNTDID 2379 (`20261120`); other texts are returned unchanged.
  static func day(_ element: XMLElement?) -> String? {
    guard let text = element?.text else { return nil }
    guard text.count == 8, text.allSatisfy(\.isNumber) else { return text }
    return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
  }
}
