import Amounts

/// Lines: products, prices and amounts.
extension CrossIndustryInvoiceWriter {
  static func write(_ line: Invoice.Line, _ invoice: Invoice, _ xml: inout IndentedXMLWriter) {
    xml.group("ram:IncludedSupplyChainTradeLineItem") { xml in
      xml.group("ram:AssociatedDocumentLineDocument") { xml in
        xml.element("ram:LineID", line.id)
        xml.group("ram:IncludedNote") { $0.element("ram:Content", line.note) }
      }
      writeProduct(line, &xml)
      writePrices(line, &xml)
      xml.group("ram:SpecifiedLineTradeDelivery") {
        $0.element("ram:BilledQuantity", line.quantity.normalized.description, ("unitCode", line.unitCode))
      }
      xml.group("ram:SpecifiedLineTradeSettlement") { xml in
        if let tax = line.tax { writeCategory("ram:ApplicableTradeTax", invoice.taxes[tax], &xml) }
        xml.period(line.period)
        for adjustment in line.adjustments { write(adjustment, invoice.taxes, &xml) }
        xml.group("ram:SpecifiedTradeSettlementLineMonetarySummation") {
          $0.element("ram:LineTotalAmount", line.amount.description)
        }
        writeDocument(line.object?.id, type: "130", scheme: line.object?.scheme, &xml)
        xml.group("ram:ReceivableSpecifiedTradeAccountingAccount") { $0.element("ram:ID", line.buyerAccount) }
      }
    }
  }

  private static func writeProduct(_ line: Invoice.Line, _ xml: inout IndentedXMLWriter) {
    xml.group("ram:SpecifiedTradeProduct") { xml in
      xml.element("ram:GlobalID", line.standardID?.id, ("schemeID", line.standardID?.scheme))
      xml.element("ram:SellerAssignedID", line.sellerID)
      xml.element("ram:BuyerAssignedID", line.buyerID)
      xml.element("ram:Name", line.name)
      xml.element("ram:Description", line.description)
      for attribute in line.attributes {
        xml.group("ram:ApplicableProductCharacteristic") { xml in
          xml.element("ram:Description", attribute.name)
          xml.element("ram:Value", attribute.value)
        }
      }
      for entry in line.classifications {
        xml.group("ram:DesignatedProductClassification") {
          $0.element("ram:ClassCode", entry.code, ("listID", entry.scheme), ("listVersionID", entry.version))
        }
      }
      xml.group("ram:OriginTradeCountry") { $0.element("ram:ID", line.origin) }
    }
  }

  private static func writePrices(_ line: Invoice.Line, _ xml: inout IndentedXMLWriter) {
    let per = line.pricePer?.normalized.description
    xml.group("ram:SpecifiedLineTradeAgreement") { xml in
      xml.group("ram:BuyerOrderReferencedDocument") { $0.element("ram:LineID", line.orderLine) }
      if let listPrice = line.listPrice {
        xml.group("ram:GrossPriceProductTradePrice") { xml in
          xml.element("ram:ChargeAmount", listPrice.normalized.description)
          xml.element("ram:BasisQuantity", per, ("unitCode", line.unitCode))
          guard let discount = listPrice.subtracting(line.price), discount > .zero else { return }
          xml.group("ram:AppliedTradeAllowanceCharge") { xml in
            xml.group("ram:ChargeIndicator") { $0.element("udt:Indicator", "false") }
            xml.element("ram:ActualAmount", discount.normalized.description)
          }
        }
      }
      xml.group("ram:NetPriceProductTradePrice") { xml in
        xml.element("ram:ChargeAmount", line.price.normalized.description)
        xml.element("ram:BasisQuantity", per, ("unitCode", line.unitCode))
      }
    }
  }
}
