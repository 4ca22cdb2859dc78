import Amounts

/// Writes an invoice as UBL 2.1 Invoice or CreditNote (EN 16931-3-2).
///
/// Elements are in the order of the schema, which differs from that of the terms.
struct UniversalBusinessLanguageWriter {
  private let invoice: Invoice
  private var isCreditNote: Bool { invoice.type.isCreditNote }

  static func write(_ invoice: Invoice) -> [UInt8] {
    var xml = XMLWriter()
    UniversalBusinessLanguageWriter(invoice: invoice).write(&xml)
    return xml.bytes
  }

  private func write(_ xml: inout XMLWriter) {
    let name = isCreditNote ? "CreditNote" : "Invoice"
    let urn = "urn:oasis:names:specification:ubl:schema:xsd:"
    xml.group(
      name, ("xmlns", urn + name + "-2"), ("xmlns:cac", urn + "CommonAggregateComponents-2"),
      ("xmlns:cbc", urn + "CommonBasicComponents-2")
    ) { xml in
      writeHeader(&xml)
      writeReferences(&xml)
      xml.group("cac:AccountingSupplierParty") { writeParty(invoice.seller, isSeller: true, &$0) }
      xml.group("cac:AccountingCustomerParty") { writeParty(invoice.buyer, isSeller: false, &$0) }
      writeOtherParties(&xml)
      writeDelivery(&xml)
      writePayment(&xml)
      for adjustment in invoice.adjustments { write(adjustment, &xml) }
      writeTotals(&xml)
      for line in invoice.lines { write(line, &xml) }
    }
  }

  // MARK: Header

  private func writeHeader(_ xml: inout XMLWriter) {
    xml.element("cbc:CustomizationID", (invoice.profile ?? .peppol).specification)
    xml.element("cbc:ProfileID", invoice.process)
    xml.element("cbc:ID", invoice.number)
    xml.element("cbc:IssueDate", invoice.date.text)
    let taxPoint: String? = if case .day(let day)? = invoice.taxPoint { day.text } else { nil }
    if isCreditNote {
      xml.element("cbc:TaxPointDate", taxPoint)
      xml.element("cbc:CreditNoteTypeCode", invoice.type.code)
    } else {
      xml.element("cbc:DueDate", invoice.due?.text)
      xml.element("cbc:InvoiceTypeCode", invoice.type.code)
    }
    for note in invoice.writtenNotes { xml.element("cbc:Note", (note.code.map { "#\($0)#" } ?? "") + note.text) }
    if !isCreditNote { xml.element("cbc:TaxPointDate", taxPoint) }
    xml.element("cbc:DocumentCurrencyCode", invoice.currency.code)
    xml.element("cbc:TaxCurrencyCode", invoice.taxCurrency?.currency.code)
    xml.element("cbc:AccountingCost", invoice.references.buyerAccount)
    xml.element("cbc:BuyerReference", invoice.references.buyer)
    xml.group("cac:InvoicePeriod") { xml in
      xml.element("cbc:StartDate", invoice.period?.start?.text)
      xml.element("cbc:EndDate", invoice.period?.end?.text)
      if case .event(let event)? = invoice.taxPoint { xml.element("cbc:DescriptionCode", event.code(.ubl)) }
    }
  }

  private func writeReferences(_ xml: inout XMLWriter) {
    let references = invoice.references
    xml.group("cac:OrderReference") { xml in
      // The schema asks for the order beside the sales order.
      xml.element("cbc:ID", references.order ?? references.salesOrder.map { _ in "NA" })
      xml.element("cbc:SalesOrderID", references.salesOrder)
    }
    for preceding in references.preceding {
      xml.group("cac:BillingReference") { xml in
        xml.group("cac:InvoiceDocumentReference") { xml in
          xml.element("cbc:ID", preceding.number)
          xml.element("cbc:IssueDate", preceding.date?.text)
        }
      }
    }
    writeReference("cac:DespatchDocumentReference", references.despatch, &xml)
    writeReference("cac:ReceiptDocumentReference", references.receipt, &xml)
    if !isCreditNote { writeReference("cac:OriginatorDocumentReference", references.tender, &xml) }
    writeReference("cac:ContractDocumentReference", references.contract, &xml)
    for attachment in invoice.attachments { write(attachment, &xml) }
    if let object = references.object {
      xml.group("cac:AdditionalDocumentReference") { xml in
        xml.element("cbc:ID", object.id, ("schemeID", object.scheme))
        xml.element("cbc:DocumentTypeCode", "130")
      }
    }
    if isCreditNote {
      if let project = references.project {
        xml.group("cac:AdditionalDocumentReference") { xml in
          xml.element("cbc:ID", project)
          xml.element("cbc:DocumentTypeCode", "50")
        }
      }
      writeReference("cac:OriginatorDocumentReference", references.tender, &xml)
    } else {
      writeReference("cac:ProjectReference", references.project, &xml)
    }
  }

  private func writeReference(_ name: String, _ id: String?, _ xml: inout XMLWriter) {
    xml.group(name) { $0.element("cbc:ID", id) }
  }

  private func write(_ attachment: Invoice.Attachment, _ xml: inout XMLWriter) {
    xml.group("cac:AdditionalDocumentReference") { xml in
      xml.element("cbc:ID", attachment.id)
      xml.element("cbc:DocumentDescription", attachment.description)
      xml.group("cac:Attachment") { xml in
        xml.element(
          "cbc:EmbeddedDocumentBinaryObject", attachment.content?.data, ("mimeCode", attachment.content?.mediaType),
          ("filename", attachment.content?.fileName))
        xml.group("cac:ExternalReference") { $0.element("cbc:URI", attachment.url) }
      }
    }
  }

  // MARK: Parties

  private func writeParty(_ party: Party, isSeller: Bool, _ xml: inout XMLWriter) {
    xml.group("cac:Party") { xml in
      xml.element(
        "cbc:EndpointID", party.electronicAddress?.id, ("schemeID", party.electronicAddress?.scheme))
      for id in party.ids { writeIdentification(id, &xml) }
      if isSeller, let creditor = invoice.payment?.debit?.creditor, invoice.payee == nil {
        writeIdentification(Identifier(id: creditor, scheme: "SEPA"), &xml)
      }
      xml.group("cac:PartyName") { $0.element("cbc:Name", party.tradeName) }
      if let address = party.address { write(address, "cac:PostalAddress", &xml) }
      writeTaxScheme(party.vatID, "VAT", &xml)
      writeTaxScheme(party.taxNumber, "FC", &xml)
      xml.group("cac:PartyLegalEntity") { xml in
        xml.element("cbc:RegistrationName", party.name)
        xml.element("cbc:CompanyID", party.legalID?.id, ("schemeID", party.legalID?.scheme))
        xml.element("cbc:CompanyLegalForm", party.legalInfo.isEmpty ? nil : party.legalInfo.joined(separator: "\n"))
      }
      if let contact = party.contact {
        xml.group("cac:Contact") { xml in
          xml.element("cbc:Name", contact.name)
          xml.element("cbc:Telephone", contact.phone)
          xml.element("cbc:ElectronicMail", contact.email)
        }
      }
    }
  }

  private func writeOtherParties(_ xml: inout XMLWriter) {
    if let payee = invoice.payee {
      xml.group("cac:PayeeParty") { xml in
        for id in payee.ids { writeIdentification(id, &xml) }
        if let creditor = invoice.payment?.debit?.creditor {
          writeIdentification(Identifier(id: creditor, scheme: "SEPA"), &xml)
        }
        xml.group("cac:PartyName") { $0.element("cbc:Name", payee.name) }
        xml.group("cac:PartyLegalEntity") {
          $0.element("cbc:CompanyID", payee.legalID?.id, ("schemeID", payee.legalID?.scheme))
        }
      }
    }
    if let representative = invoice.taxRepresentative {
      xml.group("cac:TaxRepresentativeParty") { xml in
        xml.group("cac:PartyName") { $0.element("cbc:Name", representative.name) }
        if let address = representative.address { write(address, "cac:PostalAddress", &xml) }
        writeTaxScheme(representative.vatID, "VAT", &xml)
      }
    }
  }

  private func writeIdentification(_ id: Identifier, _ xml: inout XMLWriter) {
    xml.group("cac:PartyIdentification") { $0.element("cbc:ID", id.id, ("schemeID", id.scheme)) }
  }

  private func writeTaxScheme(_ id: String?, _ scheme: String, _ xml: inout XMLWriter) {
    guard let id else { return }
    xml.group("cac:PartyTaxScheme") { xml in
      xml.element("cbc:CompanyID", id)
      xml.group("cac:TaxScheme") { $0.element("cbc:ID", scheme) }
    }
  }

  private func write(_ address: Address, _ name: String, _ xml: inout XMLWriter) {
    xml.group(name) { xml in
      xml.element("cbc:StreetName", address.line1)
      xml.element("cbc:AdditionalStreetName", address.line2)
      xml.element("cbc:CityName", address.city)
      xml.element("cbc:PostalZone", address.postCode)
      xml.element("cbc:CountrySubentity", address.subdivision)
      xml.group("cac:AddressLine") { $0.element("cbc:Line", address.line3) }
      xml.group("cac:Country") { $0.element("cbc:IdentificationCode", address.country) }
    }
  }

  // MARK: Delivery and payment

  private func writeDelivery(_ xml: inout XMLWriter) {
    guard let delivery = invoice.delivery else { return }
    xml.group("cac:Delivery") { xml in
      xml.element("cbc:ActualDeliveryDate", delivery.date?.text)
      xml.group("cac:DeliveryLocation") { xml in
        xml.element("cbc:ID", delivery.location?.id, ("schemeID", delivery.location?.scheme))
        if let address = delivery.address { write(address, "cac:Address", &xml) }
      }
      xml.group("cac:DeliveryParty") { xml in
        xml.group("cac:PartyName") { $0.element("cbc:Name", delivery.name) }
      }
    }
  }

  private func writePayment(_ xml: inout XMLWriter) {
    if let payment = invoice.payment, let means = payment.means {
      writeMeans(payment, means, payment.accounts.first, isFirst: true, &xml)
      for account in payment.accounts.dropFirst() { writeMeans(payment, means, account, isFirst: false, &xml) }
    }
    xml.group("cac:PaymentTerms") { $0.element("cbc:Note", invoice.paymentTerms) }
  }

  private func writeMeans(
    _ payment: Payment, _ means: String, _ account: Payment.Account?, isFirst: Bool, _ xml: inout XMLWriter
  ) {
    xml.group("cac:PaymentMeans") { xml in
      xml.element("cbc:PaymentMeansCode", means, ("name", isFirst ? payment.text : nil))
      if isCreditNote, isFirst { xml.element("cbc:PaymentDueDate", invoice.due?.text) }
      xml.element("cbc:PaymentID", payment.reference)
      if isFirst, let card = payment.card {
        xml.group("cac:CardAccount") { xml in
          xml.element("cbc:PrimaryAccountNumberID", card.number)
          // The schema asks for the network, which EN 16931 does not have.
          xml.element("cbc:NetworkID", "NA")
          xml.element("cbc:HolderName", card.holder)
        }
      }
      if let account {
        xml.group("cac:PayeeFinancialAccount") { xml in
          xml.element("cbc:ID", account.id)
          xml.element("cbc:Name", account.name)
          xml.group("cac:FinancialInstitutionBranch") { $0.element("cbc:ID", account.bic) }
        }
      }
      if isFirst, let debit = payment.debit {
        xml.group("cac:PaymentMandate") { xml in
          xml.element("cbc:ID", debit.mandate)
          xml.group("cac:PayerFinancialAccount") { $0.element("cbc:ID", debit.iban) }
        }
      }
    }
  }

  // MARK: Amounts

  private func writeAmount(_ name: String, _ amount: ExactDecimal?, _ xml: inout XMLWriter) {
    xml.element(name, amount?.description, ("currencyID", invoice.currency.code))
  }

  private func write(_ adjustment: Invoice.Adjustment, _ xml: inout XMLWriter) {
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

  /// - Parameter isBreakdown: whether the category belongs to BG-23, with its reason.
  private func writeCategory(
    _ name: String, _ tax: Invoice.Tax, isBreakdown: Bool = false, _ xml: inout XMLWriter
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

  private func writeTotals(_ xml: inout XMLWriter) {
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

  // MARK: Lines

  private func write(_ line: Invoice.Line, _ xml: inout XMLWriter) {
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

  private func writeItem(_ line: Invoice.Line, _ xml: inout XMLWriter) {
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

  private func writePrice(_ line: Invoice.Line, _ xml: inout XMLWriter) {
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
