import Amounts

/// Writes an invoice as UN/CEFACT Cross Industry Invoice D16B (EN 16931-3-3; also Factur-X and ZUGFeRD, profile EN
/// 16931).
///
/// Elements are in the order of the schema, which differs from that of the terms.
enum CrossIndustryInvoiceWriter {
  static func write(_ invoice: Invoice) -> [UInt8] {
    var xml = XMLWriter()
    let urn = "urn:un:unece:uncefact:data:standard:"
    xml.group(
      "rsm:CrossIndustryInvoice", ("xmlns:rsm", urn + "CrossIndustryInvoice:100"),
      ("xmlns:ram", urn + "ReusableAggregateBusinessInformationEntity:100"),
      ("xmlns:qdt", urn + "QualifiedDataType:100"), ("xmlns:udt", urn + "UnqualifiedDataType:100")
    ) { xml in
      xml.group("rsm:ExchangedDocumentContext") { xml in
        xml.group("ram:BusinessProcessSpecifiedDocumentContextParameter") { $0.element("ram:ID", invoice.process) }
        xml.group("ram:GuidelineSpecifiedDocumentContextParameter") {
          $0.element("ram:ID", (invoice.profile ?? .facturX).specification)
        }
      }
      xml.group("rsm:ExchangedDocument") { xml in
        xml.element("ram:ID", invoice.number)
        xml.element("ram:TypeCode", invoice.type.code)
        xml.date("ram:IssueDateTime", invoice.date)
        for note in invoice.writtenNotes {
          xml.group("ram:IncludedNote") { xml in
            xml.element("ram:Content", note.text)
            xml.element("ram:SubjectCode", note.code)
          }
        }
      }
      xml.group("rsm:SupplyChainTradeTransaction") { xml in
        for line in invoice.lines { write(line, invoice, &xml) }
        writeAgreement(invoice, &xml)
        writeDelivery(invoice, &xml)
        writeSettlement(invoice, &xml)
      }
    }
    return xml.bytes
  }

  // MARK: Agreement

  private static func writeAgreement(_ invoice: Invoice, _ xml: inout XMLWriter) {
    let references = invoice.references
    xml.group("ram:ApplicableHeaderTradeAgreement") { xml in
      xml.element("ram:BuyerReference", references.buyer)
      write(invoice.seller, "ram:SellerTradeParty", &xml)
      write(invoice.buyer, "ram:BuyerTradeParty", &xml)
      if let party = invoice.taxRepresentative { write(party, "ram:SellerTaxRepresentativeTradeParty", &xml) }
      xml.reference("ram:SellerOrderReferencedDocument", references.salesOrder)
      xml.reference("ram:BuyerOrderReferencedDocument", references.order)
      xml.reference("ram:ContractReferencedDocument", references.contract)
      for attachment in invoice.attachments { write(attachment, &xml) }
      writeDocument(references.tender, type: "50", &xml)
      writeDocument(references.object?.id, type: "130", scheme: references.object?.scheme, &xml)
      if let project = references.project {
        xml.group("ram:SpecifiedProcuringProject") { xml in
          xml.element("ram:ID", project)
          // The schema asks for a name.
          xml.element("ram:Name", "Project reference")
        }
      }
    }
  }

  private static func write(_ attachment: Invoice.Attachment, _ xml: inout XMLWriter) {
    xml.group("ram:AdditionalReferencedDocument") { xml in
      xml.element("ram:IssuerAssignedID", attachment.id)
      xml.element("ram:URIID", attachment.url)
      xml.element("ram:TypeCode", "916")
      xml.element("ram:Name", attachment.description)
      xml.element(
        "ram:AttachmentBinaryObject", attachment.content?.data, ("mimeCode", attachment.content?.mediaType),
        ("filename", attachment.content?.fileName))
    }
  }

  private static func writeDocument(_ id: String?, type: String, scheme: String? = nil, _ xml: inout XMLWriter) {
    guard let id else { return }
    xml.group("ram:AdditionalReferencedDocument") { xml in
      xml.element("ram:IssuerAssignedID", id)
      xml.element("ram:TypeCode", type)
      xml.element("ram:ReferenceTypeCode", scheme)
    }
  }

  // MARK: Parties

  private static func write(_ party: Party, _ name: String, _ xml: inout XMLWriter) {
    xml.group(name) { xml in
      for id in party.ids where id.scheme == nil { xml.element("ram:ID", id.id) }
      for id in party.ids where id.scheme != nil { xml.element("ram:GlobalID", id.id, ("schemeID", id.scheme)) }
      xml.element("ram:Name", party.name)
      xml.element("ram:Description", party.legalInfo.isEmpty ? nil : party.legalInfo.joined(separator: "\n"))
      xml.group("ram:SpecifiedLegalOrganization") { xml in
        xml.element("ram:ID", party.legalID?.id, ("schemeID", party.legalID?.scheme))
        xml.element("ram:TradingBusinessName", party.tradeName)
      }
      if let contact = party.contact {
        xml.group("ram:DefinedTradeContact") { xml in
          xml.element("ram:PersonName", contact.name)
          xml.group("ram:TelephoneUniversalCommunication") { $0.element("ram:CompleteNumber", contact.phone) }
          xml.group("ram:EmailURIUniversalCommunication") { $0.element("ram:URIID", contact.email) }
        }
      }
      if let address = party.address { write(address, &xml) }
      xml.group("ram:URIUniversalCommunication") {
        $0.element("ram:URIID", party.electronicAddress?.id, ("schemeID", party.electronicAddress?.scheme))
      }
      xml.group("ram:SpecifiedTaxRegistration") { $0.element("ram:ID", party.vatID, ("schemeID", "VA")) }
      xml.group("ram:SpecifiedTaxRegistration") { $0.element("ram:ID", party.taxNumber, ("schemeID", "FC")) }
    }
  }

  private static func write(_ address: Address, _ xml: inout XMLWriter) {
    xml.group("ram:PostalTradeAddress") { xml in
      xml.element("ram:PostcodeCode", address.postCode)
      xml.element("ram:LineOne", address.line1)
      xml.element("ram:LineTwo", address.line2)
      xml.element("ram:LineThree", address.line3)
      xml.element("ram:CityName", address.city)
      xml.element("ram:CountryID", address.country)
      xml.element("ram:CountrySubDivisionName", address.subdivision)
    }
  }

  // MARK: Delivery

  private static func writeDelivery(_ invoice: Invoice, _ xml: inout XMLWriter) {
    // The schema asks for the element even where it is empty.
    xml.group("ram:ApplicableHeaderTradeDelivery", required: true) { xml in
      if let delivery = invoice.delivery {
        xml.group("ram:ShipToTradeParty") { xml in
          if let location = delivery.location {
            xml.element(location.scheme == nil ? "ram:ID" : "ram:GlobalID", location.id, ("schemeID", location.scheme))
          }
          xml.element("ram:Name", delivery.name)
          if let address = delivery.address { write(address, &xml) }
        }
        xml.group("ram:ActualDeliverySupplyChainEvent") { xml in
          if let date = delivery.date { xml.date("ram:OccurrenceDateTime", date) }
        }
      }
      xml.reference("ram:DespatchAdviceReferencedDocument", invoice.references.despatch)
      xml.reference("ram:ReceivingAdviceReferencedDocument", invoice.references.receipt)
    }
  }

  // MARK: Settlement

  private static func writeSettlement(_ invoice: Invoice, _ xml: inout XMLWriter) {
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

  private static func write(_ payment: Payment, _ means: String, _ xml: inout XMLWriter) {
    func write(_ account: Payment.Account?, isFirst: Bool, _ xml: inout XMLWriter) {
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

  private static func write(
    _ tax: Invoice.Tax, _ rate: String?, _ point: Invoice.TaxPoint?, _ xml: inout XMLWriter
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

  private static func writeTotals(_ invoice: Invoice, _ xml: inout XMLWriter) {
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

  private static func write(_ adjustment: Invoice.Adjustment, _ taxes: [Invoice.Tax], _ xml: inout XMLWriter) {
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

  private static func writeCategory(_ name: String, _ tax: Invoice.Tax, _ xml: inout XMLWriter) {
    xml.group(name) { xml in
      xml.element("ram:TypeCode", "VAT")
      xml.element("ram:CategoryCode", tax.category.rawValue)
      xml.element("ram:RateApplicablePercent", tax.rate?.normalized.description)
    }
  }

  // MARK: Lines

  private static func write(_ line: Invoice.Line, _ invoice: Invoice, _ xml: inout XMLWriter) {
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

  private static func writeProduct(_ line: Invoice.Line, _ xml: inout XMLWriter) {
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

  private static func writePrices(_ line: Invoice.Line, _ xml: inout XMLWriter) {
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

extension XMLWriter {
  /// A date in format 102 of UNTDID 2379.
  fileprivate mutating func date(_ name: String, _ day: Day, type: String = "udt:DateTimeString") {
    group(name) { $0.element(type, day.compact, ("format", "102")) }
  }

  fileprivate mutating func reference(_ name: String, _ id: String?) {
    group(name) { $0.element("ram:IssuerAssignedID", id) }
  }

  fileprivate mutating func period(_ period: Invoice.Period?) {
    guard let period else { return }
    group("ram:BillingSpecifiedPeriod") { xml in
      if let start = period.start { xml.date("ram:StartDateTime", start) }
      if let end = period.end { xml.date("ram:EndDateTime", end) }
    }
  }
}
