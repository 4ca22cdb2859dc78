import Amounts

/// Writes an invoice as UBL 2.1 Invoice or CreditNote (EN 16931-3-2).
///
/// Elements are in the order of the schema, which differs from that of the terms.
struct UniversalBusinessLanguageWriter {
  let invoice: Invoice
  var isCreditNote: Bool { invoice.type.isCreditNote }

  static func write(_ invoice: Invoice) -> [UInt8] {
    var xml = IndentedXMLWriter()
    UniversalBusinessLanguageWriter(invoice: invoice).write(&xml)
    return xml.bytes
  }

  func write(_ xml: inout IndentedXMLWriter) {
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

  private func writeHeader(_ xml: inout IndentedXMLWriter) {
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

  private func writeReferences(_ xml: inout IndentedXMLWriter) {
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

  private func writeReference(_ name: String, _ id: String?, _ xml: inout IndentedXMLWriter) {
    xml.group(name) { $0.element("cbc:ID", id) }
  }

  func write(_ attachment: Invoice.Attachment, _ xml: inout IndentedXMLWriter) {
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

  // MARK: Delivery and payment

  private func writeDelivery(_ xml: inout IndentedXMLWriter) {
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

  private func writePayment(_ xml: inout IndentedXMLWriter) {
    if let payment = invoice.payment, let means = payment.means {
      writeMeans(payment, means, payment.accounts.first, isFirst: true, &xml)
      for account in payment.accounts.dropFirst() { writeMeans(payment, means, account, isFirst: false, &xml) }
    }
    xml.group("cac:PaymentTerms") { $0.element("cbc:Note", invoice.paymentTerms) }
  }

  private func writeMeans(
    _ payment: Payment, _ means: String, _ account: Payment.Account?, isFirst: Bool, _ xml: inout IndentedXMLWriter
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
}
