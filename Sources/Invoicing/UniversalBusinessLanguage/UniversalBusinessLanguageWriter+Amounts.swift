import Amounts

/// Allowances and charges, taxes and totals.
extension UniversalBusinessLanguageWriter {
  func writeAmount(_ name: String, _ amount: ExactDecimal?, _ xml: inout IndentedXMLWriter) {
    xml.element(name, amount?.description, ("currencyID", invoice.currency.code))
  }

  func write(_ adjustment: Invoice.Adjustment, _ xml: inout IndentedXMLWriter) {
    xml.group("cac:AllowanceCharge") { xml in
      xml.element("cbc:ChargeIndicator", adjustment.isCharge ? "true" : "false")
      xml.element("cbc:AllowanceChargeReasonCode", adjustment.code)
      xml.element("cbc:AllowanceChargeReason", adjustment.reason)
      xml.element("cbc:MultiplierFactorNumeric", adjustment.writtenPercentage?.percent.description)
      writeAmount("cbc:Amount", adjustment.amount, &xml)
      writeAmount("cbc:BaseAmount", adjustment.writtenPercentage?.base, &xml)
      if let tax = adjustment.tax { writeCategory("cac:TaxCategory", invoice.taxes[tax], &xml) }
    }
  }

  /// - Parameter isBreakdown: whether the category is that of BG-23, with its reason.
  func writeCategory(
    _ name: String, _ tax: Invoice.Tax, isBreakdown: Bool = false, _ xml: inout IndentedXMLWriter
  ) {
    xml.group(name) { xml in
      xml.element("cbc:ID", tax.category.rawValue)
      xml.element("cbc:Percent", isBreakdown ? invoice.breakdownRate(tax) : tax.rate?.normalized.description)
      if isBreakdown {
        xml.element("cbc:TaxExemptionReasonCode", tax.reasonCode)
        xml.element("cbc:TaxExemptionReason", tax.reason)
      }
      xml.group("cac:TaxScheme") { $0.element("cbc:ID", "VAT") }
    }
  }

  func writeTotals(_ xml: inout IndentedXMLWriter) {
    let totals = invoice.totals
    xml.group("cac:TaxTotal") { xml in
      writeAmount("cbc:TaxAmount", totals.tax, &xml)
      for tax in invoice.taxes where tax.isUsed {
        xml.group("cac:TaxSubtotal") { xml in
          writeAmount("cbc:TaxableAmount", tax.taxable, &xml)
          writeAmount("cbc:TaxAmount", tax.amount, &xml)
          writeCategory("cac:TaxCategory", tax, isBreakdown: true, &xml)
        }
      }
    }
    if let tax = invoice.taxCurrency {
      xml.group("cac:TaxTotal") {
        $0.element("cbc:TaxAmount", tax.total.description, ("currencyID", tax.currency.code))
      }
    }
    xml.group("cac:LegalMonetaryTotal") { xml in
      writeAmount("cbc:LineExtensionAmount", totals.lines, &xml)
      writeAmount("cbc:TaxExclusiveAmount", totals.net, &xml)
      writeAmount("cbc:TaxInclusiveAmount", totals.gross, &xml)
      writeAmount("cbc:AllowanceTotalAmount", totals.allowances, &xml)
      writeAmount("cbc:ChargeTotalAmount", totals.charges, &xml)
      writeAmount("cbc:PrepaidAmount", totals.prepaid, &xml)
      writeAmount("cbc:PayableRoundingAmount", totals.rounding, &xml)
      writeAmount("cbc:PayableAmount", totals.payable, &xml)
    }
  }
}
