import Amounts

/// Payment, taxes, allowances and charges, totals.
extension CrossIndustryInvoiceWriter {
  static func writeSettlement(_ invoice: Invoice, _ xml: inout IndentedXMLWriter) {
    let payment = invoice.payment
    xml.group("ram:ApplicableHeaderTradeSettlement") { xml in
      xml.element("ram:CreditorReferenceID", payment?.debit?.creditor)
      xml.element("ram:PaymentReference", payment?.means == nil ? nil : payment?.reference)
      xml.element("ram:TaxCurrencyCode", invoice.taxCurrency?.currency.code)
      xml.element("ram:InvoiceCurrencyCode", invoice.currency.code)
      if let payee = invoice.payee { write(payee, "ram:PayeeTradeParty", &xml) }
      if let payment, let means = payment.means { write(payment, means, &xml) }
      for (index, tax) in invoice.taxes.filter(\.isUsed).enumerated() {
        // The tax point concerns all taxes; it is stated once (CII-SR-461, CII-SR-462).
        write(tax, invoice.breakdownRate(tax), index == 0 ? invoice.taxPoint : nil, &xml)
      }
      xml.period(invoice.period)
      for adjustment in invoice.adjustments { write(adjustment, invoice.taxes, &xml) }
      xml.group("ram:SpecifiedTradePaymentTerms") { xml in
        xml.element("ram:Description", invoice.paymentTerms)
        if let due = invoice.due { xml.date("ram:DueDateDateTime", due) }
        xml.element("ram:DirectDebitMandateID", payment?.debit?.mandate)
      }
      writeTotals(invoice, &xml)
      for preceding in invoice.references.preceding {
        xml.group("ram:InvoiceReferencedDocument") { xml in
          xml.element("ram:IssuerAssignedID", preceding.number)
          if let date = preceding.date { xml.date("ram:FormattedIssueDateTime", date, type: "qdt:DateTimeString") }
        }
      }
      xml.group("ram:ReceivableSpecifiedTradeAccountingAccount") {
        $0.element("ram:ID", invoice.references.buyerAccount)
      }
    }
  }

  static func write(_ payment: Payment, _ means: String, _ xml: inout IndentedXMLWriter) {
    func write(_ account: Payment.Account?, isFirst: Bool, _ xml: inout IndentedXMLWriter) {
      xml.group("ram:SpecifiedTradeSettlementPaymentMeans") { xml in
        xml.element("ram:TypeCode", means)
        xml.element("ram:Information", isFirst ? payment.text : nil)
        if isFirst, let card = payment.card {
          xml.group("ram:ApplicableTradeSettlementFinancialCard") { xml in
            xml.element("ram:ID", card.number)
            xml.element("ram:CardholderName", card.holder)
          }
        }
        xml.group("ram:PayerPartyDebtorFinancialAccount") { xml in
          xml.element("ram:IBANID", isFirst ? payment.debit?.iban : nil)
        }
        guard let account else { return }
        xml.group("ram:PayeePartyCreditorFinancialAccount") { xml in
          xml.element("ram:IBANID", account.isIBAN ? account.id : nil)
          xml.element("ram:AccountName", account.name)
          xml.element("ram:ProprietaryID", account.isIBAN ? nil : account.id)
        }
        xml.group("ram:PayeeSpecifiedCreditorFinancialInstitution") { $0.element("ram:BICID", account.bic) }
      }
    }
    write(payment.accounts.first, isFirst: true, &xml)
    for account in payment.accounts.dropFirst() { write(account, isFirst: false, &xml) }
  }

  static func write(
    _ tax: Invoice.Tax, _ rate: String?, _ point: Invoice.TaxPoint?, _ xml: inout IndentedXMLWriter
  ) {
    xml.group("ram:ApplicableTradeTax") { xml in
      xml.element("ram:CalculatedAmount", tax.amount.description)
      xml.element("ram:TypeCode", "VAT")
      xml.element("ram:ExemptionReason", tax.reason)
      xml.element("ram:BasisAmount", tax.taxable.description)
      xml.element("ram:CategoryCode", tax.category.rawValue)
      xml.element("ram:ExemptionReasonCode", tax.reasonCode)
      switch point {
      case .day(let day)?: xml.date("ram:TaxPointDate", day, type: "udt:DateString")
      case .event(let event)?: xml.element("ram:DueDateTypeCode", event.code(.cii))
      case nil: break
      }
      xml.element("ram:RateApplicablePercent", rate)
    }
  }

  private static func writeTotals(_ invoice: Invoice, _ xml: inout IndentedXMLWriter) {
    let totals = invoice.totals
    xml.group("ram:SpecifiedTradeSettlementHeaderMonetarySummation") { xml in
      xml.element("ram:LineTotalAmount", totals.lines.description)
      xml.element("ram:ChargeTotalAmount", totals.charges?.description)
      xml.element("ram:AllowanceTotalAmount", totals.allowances?.description)
      xml.element("ram:TaxBasisTotalAmount", totals.net.description)
      xml.element("ram:TaxTotalAmount", totals.tax.description, ("currencyID", invoice.currency.code))
      if let tax = invoice.taxCurrency {
        xml.element("ram:TaxTotalAmount", tax.total.description, ("currencyID", tax.currency.code))
      }
      xml.element("ram:RoundingAmount", totals.rounding?.description)
      xml.element("ram:GrandTotalAmount", totals.gross.description)
      xml.element("ram:TotalPrepaidAmount", totals.prepaid?.description)
      xml.element("ram:DuePayableAmount", totals.payable.description)
    }
  }

  static func write(_ adjustment: Invoice.Adjustment, _ taxes: [Invoice.Tax], _ xml: inout IndentedXMLWriter) {
    xml.group("ram:SpecifiedTradeAllowanceCharge") { xml in
      xml.group("ram:ChargeIndicator") { $0.element("udt:Indicator", adjustment.isCharge ? "true" : "false") }
      xml.element("ram:CalculationPercent", adjustment.writtenPercentage?.percent.description)
      xml.element("ram:BasisAmount", adjustment.writtenPercentage?.base.description)
      xml.element("ram:ActualAmount", adjustment.amount.description)
      xml.element("ram:ReasonCode", adjustment.code)
      xml.element("ram:Reason", adjustment.reason)
      if let tax = adjustment.tax { writeCategory("ram:CategoryTradeTax", taxes[tax], &xml) }
    }
  }

  static func writeCategory(_ name: String, _ tax: Invoice.Tax, _ xml: inout IndentedXMLWriter) {
    xml.group(name) { xml in
      xml.element("ram:TypeCode", "VAT")
      xml.element("ram:CategoryCode", tax.category.rawValue)
      xml.element("ram:RateApplicablePercent", tax.rate?.normalized.description)
    }
  }
}
