import JSON
import XMLTree

/// Reads a UN/CEFACT Cross Industry Invoice as payload.
struct CrossIndustryInvoiceReader {
  let root: XMLElement
  private let document: XMLElement?
  let agreement: XMLElement?
  let delivery: XMLElement?
  let settlement: XMLElement?

  init(_ root: XMLElement) {
    self.root = root
    document = root.first("ExchangedDocument")
    agreement = root.first("SupplyChainTradeTransaction", "ApplicableHeaderTradeAgreement")
    delivery = root.first("SupplyChainTradeTransaction", "ApplicableHeaderTradeDelivery")
    settlement = root.first("SupplyChainTradeTransaction", "ApplicableHeaderTradeSettlement")
  }

  func payload() -> JSONObject {
    let context = root.first("ExchangedDocumentContext")
    var payload = PayloadBuilder()
    payload.set(
      "einvoice",
      InvoiceXML.profile(context?.text("GuidelineSpecifiedDocumentContextParameter", "ID"), .cii).map { profile in
        .object(
          JSONObject([
            .init(name: "profile", value: .string(profile)),
            .init(
              name: "process",
              value: context?.text("BusinessProcessSpecifiedDocumentContextParameter", "ID").map(JSONValue.string)
                ?? .null),
          ]))
      })
    payload.set("number", document?.text("ID"))
    payload.set("date", Self.day(document?.first("IssueDateTime", "DateTimeString")))
    payload.set("type", document?.text("TypeCode"))
    payload.set("currency", settlement?.text("InvoiceCurrencyCode"))
    payload.set("tax_currency", taxCurrency())
    payload.set("tax_point", taxPoint())
    payload.set("due", Self.day(settlement?.first("SpecifiedTradePaymentTerms", "DueDateDateTime", "DateTimeString")))
    payload.set("references", references())
    payload.set("notes", notes())
    payload.set("sender", party(agreement?.first("SellerTradeParty"), isSeller: true))
    payload.set("recipient", party(agreement?.first("BuyerTradeParty"), isSeller: false))
    payload.set("payee", payee())
    payload.set("tax_representative", representative())
    payload.set("delivery", deliveryTerms())
    payload.set("period", Self.period(settlement?.first("BillingSpecifiedPeriod")))
    payload.set("payment", payment())
    payload.set("taxes", taxes())
    payload.set("items", items())
    let adjustments = settlement?.all("SpecifiedTradeAllowanceCharge") ?? []
    payload.set(adjustments: adjustments, isCharge: Self.isCharge, Self.adjustment)
    payload.set("attachments", attachments())
    let totals = settlement?.first("SpecifiedTradeSettlementHeaderMonetarySummation")
    payload.set("prepaid", totals?.text("TotalPrepaidAmount"))
    payload.set("cash_rounding", totals?.text("RoundingAmount"))
    payload.set("total", totals?.text("GrandTotalAmount"))
    payload.set("payable", totals?.text("DuePayableAmount"))
    return payload.object
  }

  // MARK: The document

  private func taxCurrency() -> JSONValue? {
    guard let code = settlement?.text("TaxCurrencyCode"), code != settlement?.text("InvoiceCurrencyCode") else {
      return nil
    }
    let totals = settlement?.first("SpecifiedTradeSettlementHeaderMonetarySummation")?.all("TaxTotalAmount")
    return PayloadBuilder.object { object in
      object.set("code", code)
      object.set("tax_total", totals?.first { $0.attribute("currencyID") == code }?.text)
    }
  }

  private func taxPoint() -> String? {
    for tax in settlement?.all("ApplicableTradeTax") ?? [] {
      if let day = Self.day(tax.first("TaxPointDate", "DateString")) { return day }
      if let code = tax.text("DueDateTypeCode") {
        return Invoice.TaxEvent.allCases.first { $0.code(.cii) == code }?.rawValue
      }
    }
    return nil
  }

  private func references() -> JSONValue? {
    let documents = agreement?.all("AdditionalReferencedDocument") ?? []
    let object = documents.first { $0.text("TypeCode") == "130" }
    return PayloadBuilder.object { references in
      references.set("buyer", agreement?.text("BuyerReference"))
      references.set("project", agreement?.text("SpecifiedProcuringProject", "ID"))
      references.set("contract", agreement?.text("ContractReferencedDocument", "IssuerAssignedID"))
      references.set("order", agreement?.text("BuyerOrderReferencedDocument", "IssuerAssignedID"))
      references.set("sales_order", agreement?.text("SellerOrderReferencedDocument", "IssuerAssignedID"))
      references.set("receipt", delivery?.text("ReceivingAdviceReferencedDocument", "IssuerAssignedID"))
      references.set("despatch", delivery?.text("DespatchAdviceReferencedDocument", "IssuerAssignedID"))
      references.set("tender", documents.first { $0.text("TypeCode") == "50" }?.text("IssuerAssignedID"))
      references.set("object", id: object?.first("IssuerAssignedID"), scheme: object?.text("ReferenceTypeCode"))
      references.set("buyer_account", settlement?.text("ReceivableSpecifiedTradeAccountingAccount", "ID"))
      references.set(
        "preceding",
        (settlement?.all("InvoiceReferencedDocument") ?? []).compactMap { entry in
          PayloadBuilder.object { object in
            object.set("number", entry.text("IssuerAssignedID"))
            object.set("date", Self.day(entry.first("FormattedIssueDateTime", "DateTimeString")))
          }
        })
    }
  }

  private func notes() -> [JSONValue] {
    (document?.all("IncludedNote") ?? []).compactMap { note in
      PayloadBuilder.object { object in
        object.set("text", note.text("Content"))
        object.set("code", note.text("SubjectCode"))
      }
    }
  }

  private func attachments() -> [JSONValue] {
    (agreement?.all("AdditionalReferencedDocument") ?? []).filter { $0.text("TypeCode") == "916" }.compactMap { entry in
      PayloadBuilder.attachment(
        id: entry.text("IssuerAssignedID"), description: entry.text("Name"), url: entry.text("URIID"),
        entry.first("AttachmentBinaryObject"))
    }
  }

  // MARK: Parties

  private func party(_ party: XMLElement?, isSeller: Bool) -> JSONValue? {
    guard let party else { return nil }
    let ids = (party.all("ID") + party.all("GlobalID")).compactMap { PayloadBuilder.identifier($0) }
    return PayloadBuilder.object { object in
      object.set("name", party.text("Name"))
      object.set("trade_name", party.text("SpecifiedLegalOrganization", "TradingBusinessName"))
      if isSeller { object.set("ids", ids) } else { object.set("id", ids.first) }
      object.set("legal_id", id: party.first("SpecifiedLegalOrganization", "ID"))
      object.set("vat_id", Self.registration(party, "VA"))
      if isSeller {
        object.set("tax_number", Self.registration(party, "FC"))
        object.set("legal_info", party.text("Description"))
      }
      object.set("electronic_address", id: party.first("URIUniversalCommunication", "URIID"))
      object.set("address", Self.address(party))
      let contact = party.first("DefinedTradeContact")
      object.set(
        "contact",
        PayloadBuilder.contact(
          name: contact?.text("PersonName") ?? contact?.text("DepartmentName"),
          phone: contact?.text("TelephoneUniversalCommunication", "CompleteNumber"),
          email: contact?.text("EmailURIUniversalCommunication", "URIID")))
    }
  }

  private func payee() -> JSONValue? {
    guard let party = settlement?.first("PayeeTradeParty") else { return nil }
    return PayloadBuilder.object { object in
      object.set("name", party.text("Name"))
      object.set("id", id: party.first("ID") ?? party.first("GlobalID"))
      object.set("legal_id", id: party.first("SpecifiedLegalOrganization", "ID"))
    }
  }

  private func representative() -> JSONValue? {
    guard let party = agreement?.first("SellerTaxRepresentativeTradeParty") else { return nil }
    return PayloadBuilder.object { object in
      object.set("name", party.text("Name"))
      object.set("vat_id", Self.registration(party, "VA"))
      object.set("address", Self.address(party))
    }
  }

  private static func registration(_ party: XMLElement, _ scheme: String) -> String? {
    party.all("SpecifiedTaxRegistration").first { $0.first("ID")?.attribute("schemeID") == scheme }?.text("ID")
  }

  private static func address(_ party: XMLElement) -> JSONValue? {
    guard let address = party.first("PostalTradeAddress") else { return nil }
    return PayloadBuilder.object { object in
      object.set("line1", address.text("LineOne"))
      object.set("line2", address.text("LineTwo"))
      object.set("line3", address.text("LineThree"))
      object.set("city", address.text("CityName"))
      object.set("post_code", address.text("PostcodeCode"))
      object.set("subdivision", address.text("CountrySubDivisionName"))
      object.set("country", address.text("CountryID"))
    }
  }

  // MARK: Delivery and payment

  private func deliveryTerms() -> JSONValue? {
    let party = delivery?.first("ShipToTradeParty")
    return PayloadBuilder.object { object in
      object.set("name", party?.text("Name"))
      object.set("location", id: party?.first("GlobalID") ?? party?.first("ID"))
      object.set(
        "date", Self.day(delivery?.first("ActualDeliverySupplyChainEvent", "OccurrenceDateTime", "DateTimeString")))
      object.set("address", party.flatMap(Self.address))
    }
  }

  private func payment() -> JSONValue? {
    let means = settlement?.all("SpecifiedTradeSettlementPaymentMeans") ?? []
    let terms = settlement?.first("SpecifiedTradePaymentTerms")
    return PayloadBuilder.object { object in
      object.set("means", means.first?.text("TypeCode"))
      object.set("text", means.first?.text("Information"))
      object.set("reference", settlement?.text("PaymentReference"))
      object.set(
        "accounts",
        means.compactMap { entry in
          let account = entry.first("PayeePartyCreditorFinancialAccount")
          return PayloadBuilder.account(
            account?.text("IBANID") ?? account?.text("ProprietaryID"), name: account?.text("AccountName"),
            bic: entry.text("PayeeSpecifiedCreditorFinancialInstitution", "BICID"))
        })
      object.set(
        "card",
        PayloadBuilder.object { card in
          let entry = means.compactMap { $0.first("ApplicableTradeSettlementFinancialCard") }.first
          card.set("number", entry?.text("ID"))
          card.set("holder", entry?.text("CardholderName"))
        })
      object.set(
        "debit",
        PayloadBuilder.object { debit in
          debit.set("mandate", terms?.text("DirectDebitMandateID"))
          debit.set("creditor", settlement?.text("CreditorReferenceID"))
          debit.set("iban", means.compactMap { $0.text("PayerPartyDebtorFinancialAccount", "IBANID") }.first)
        })
      object.set("terms", terms?.first("Description")?.content)
    }
  }
}
