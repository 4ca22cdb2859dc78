import Amounts

/// Writes an invoice as UN/CEFACT Cross Industry Invoice D16B (EN 16931-3-3; also Factur-X and ZUGFeRD, profile EN
/// 16931).
///
/// Elements are in the order of the schema, which differs from that of the terms.
enum CrossIndustryInvoiceWriter {
  static func write(_ invoice: Invoice) -> [UInt8] {
    var xml = IndentedXMLWriter()
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

  private static func writeAgreement(_ invoice: Invoice, _ xml: inout IndentedXMLWriter) {
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

  static func write(_ attachment: Invoice.Attachment, _ xml: inout IndentedXMLWriter) {
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

  static func writeDocument(_ id: String?, type: String, scheme: String? = nil, _ xml: inout IndentedXMLWriter) {
    guard let id else { return }
    xml.group("ram:AdditionalReferencedDocument") { xml in
      xml.element("ram:IssuerAssignedID", id)
      xml.element("ram:TypeCode", type)
      xml.element("ram:ReferenceTypeCode", scheme)
    }
  }

  // MARK: Parties

  static func write(_ party: Party, _ name: String, _ xml: inout IndentedXMLWriter) {
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

  static func write(_ address: Address, _ xml: inout IndentedXMLWriter) {
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

  private static func writeDelivery(_ invoice: Invoice, _ xml: inout IndentedXMLWriter) {
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
}

extension IndentedXMLWriter {
  /// A date in format 102 of UNTDID 2379.
  mutating func date(_ name: String, _ day: Day, type: String = "udt:DateTimeString") {
    group(name) { $0.element(type, day.compact, ("format", "102")) }
  }

  mutating func reference(_ name: String, _ id: String?) {
    group(name) { $0.element("ram:IssuerAssignedID", id) }
  }

  mutating func period(_ period: Invoice.Period?) {
    guard let period else { return }
    group("ram:BillingSpecifiedPeriod") { xml in
      if let start = period.start { xml.date("ram:StartDateTime", start) }
      if let end = period.end { xml.date("ram:EndDateTime", end) }
    }
  }
}
