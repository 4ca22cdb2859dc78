import Amounts

/// Lines: amounts, items and prices.
extension UniversalBusinessLanguageWriter {
  func write(_ line: Invoice.Line, _ xml: inout IndentedXMLWriter) {
    xml.group(isCreditNote ? "cac:CreditNoteLine" : "cac:InvoiceLine") { xml in
      xml.element("cbc:ID", line.id)
      xml.element("cbc:Note", line.note)
      xml.element(
        isCreditNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", line.quantity.normalized.description,
        ("unitCode", line.unitCode))
      writeAmount("cbc:LineExtensionAmount", line.amount, &xml)
      xml.element("cbc:AccountingCost", line.buyerAccount)
      xml.group("cac:InvoicePeriod") { xml in
        xml.element("cbc:StartDate", line.period?.start?.text)
        xml.element("cbc:EndDate", line.period?.end?.text)
      }
      xml.group("cac:OrderLineReference") { $0.element("cbc:LineID", line.orderLine) }
      if let object = line.object {
        xml.group("cac:DocumentReference") { xml in
          xml.element("cbc:ID", object.id, ("schemeID", object.scheme))
          xml.element("cbc:DocumentTypeCode", "130")
        }
      }
      for adjustment in line.adjustments { write(adjustment, &xml) }
      writeItem(line, &xml)
      writePrice(line, &xml)
    }
  }

  private func writeItem(_ line: Invoice.Line, _ xml: inout IndentedXMLWriter) {
    xml.group("cac:Item") { xml in
      xml.element("cbc:Description", line.description)
      xml.element("cbc:Name", line.name)
      xml.group("cac:BuyersItemIdentification") { $0.element("cbc:ID", line.buyerID) }
      xml.group("cac:SellersItemIdentification") { $0.element("cbc:ID", line.sellerID) }
      xml.group("cac:StandardItemIdentification") {
        $0.element("cbc:ID", line.standardID?.id, ("schemeID", line.standardID?.scheme))
      }
      xml.group("cac:OriginCountry") { $0.element("cbc:IdentificationCode", line.origin) }
      for entry in line.classifications {
        xml.group("cac:CommodityClassification") {
          $0.element(
            "cbc:ItemClassificationCode", entry.code, ("listID", entry.scheme), ("listVersionID", entry.version))
        }
      }
      if let tax = line.tax { writeCategory("cac:ClassifiedTaxCategory", invoice.taxes[tax], &xml) }
      for attribute in line.attributes {
        xml.group("cac:AdditionalItemProperty") { xml in
          xml.element("cbc:Name", attribute.name)
          xml.element("cbc:Value", attribute.value)
        }
      }
    }
  }

  private func writePrice(_ line: Invoice.Line, _ xml: inout IndentedXMLWriter) {
    xml.group("cac:Price") { xml in
      writeAmount("cbc:PriceAmount", line.price.normalized, &xml)
      xml.element("cbc:BaseQuantity", line.pricePer?.normalized.description, ("unitCode", line.unitCode))
      guard let listPrice = line.listPrice, let discount = listPrice.subtracting(line.price) else { return }
      xml.group("cac:AllowanceCharge") { xml in
        xml.element("cbc:ChargeIndicator", "false")
        writeAmount("cbc:Amount", discount.normalized, &xml)
        writeAmount("cbc:BaseAmount", listPrice.normalized, &xml)
      }
    }
  }
}
