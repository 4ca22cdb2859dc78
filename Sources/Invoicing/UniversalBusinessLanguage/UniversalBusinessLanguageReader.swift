import JSON
import XMLTree

/// Reads a UBL 2.1 Invoice or CreditNote as payload.
struct UniversalBusinessLanguageReader {
  let root: XMLElement

  init(_ root: XMLElement) { self.root = root }

  func payload() -> JSONObject {
    var payload = PayloadBuilder()
    payload.set(
      "einvoice",
      InvoiceXML.profile(root.text("CustomizationID"), .ubl).map { profile in
        .object(
          JSONObject([
            .init(name: "profile", value: .string(profile)),
            .init(name: "process", value: root.text("ProfileID").map(JSONValue.string) ?? .null),
          ]))
      })
    payload.set("number", root.text("ID"))
    payload.set("date", root.text("IssueDate"))
    payload.set("type", root.text("InvoiceTypeCode") ?? root.text("CreditNoteTypeCode"))
    payload.set("currency", root.text("DocumentCurrencyCode"))
    payload.set("tax_currency", taxCurrency())
    payload.set("tax_point", taxPoint())
    payload.set("due", root.text("DueDate") ?? root.text("PaymentMeans", "PaymentDueDate"))
    payload.set("references", references())
    payload.set("notes", root.all("Note").compactMap(Self.note))
    payload.set("sender", party(root.first("AccountingSupplierParty", "Party"), isSeller: true))
    payload.set("recipient", party(root.first("AccountingCustomerParty", "Party"), isSeller: false))
    payload.set("payee", payee())
    payload.set("tax_representative", representative())
    payload.set("delivery", delivery())
    payload.set("period", Self.period(root.first("InvoicePeriod")))
    payload.set("payment", payment())
    payload.set("taxes", taxes())
    payload.set("items", (root.all("InvoiceLine") + root.all("CreditNoteLine")).compactMap(Self.item))
    let adjustments = root.all("AllowanceCharge")
    payload.set(adjustments: adjustments, isCharge: Self.isCharge, Self.adjustment)
    payload.set("attachments", attachments())
    let totals = root.first("LegalMonetaryTotal")
    payload.set("prepaid", totals?.text("PrepaidAmount"))
    payload.set("cash_rounding", totals?.text("PayableRoundingAmount"))
    payload.set("total", totals?.text("TaxInclusiveAmount"))
    payload.set("payable", totals?.text("PayableAmount"))
    return payload.object
  }

  // MARK: The document

  private func taxCurrency() -> JSONValue? {
    guard let code = root.text("TaxCurrencyCode"), code != root.text("DocumentCurrencyCode") else { return nil }
    let amounts = root.all("TaxTotal").compactMap { $0.first("TaxAmount") }
    return PayloadBuilder.object { object in
      object.set("code", code)
      object.set("tax_total", amounts.first { $0.attribute("currencyID") == code }?.text)
    }
  }

  private func taxPoint() -> String? {
    if let day = root.text("TaxPointDate") { return day }
    let code = root.text("InvoicePeriod", "DescriptionCode")
    return Invoice.TaxEvent.allCases.first { $0.code(.ubl) == code }?.rawValue
  }

  private func documents(type: String) -> XMLElement? {
    root.all("AdditionalDocumentReference").first { $0.text("DocumentTypeCode") == type }
  }

  private func references() -> JSONValue? {
    PayloadBuilder.object { references in
      let order = root.text("OrderReference", "ID")
      let salesOrder = root.text("OrderReference", "SalesOrderID")
      references.set("buyer", root.text("BuyerReference"))
      references.set("project", root.text("ProjectReference", "ID") ?? documents(type: "50")?.text("ID"))
      references.set("contract", root.text("ContractDocumentReference", "ID"))
      references.set("order", order == "NA" && salesOrder != nil ? nil : order)
      references.set("sales_order", salesOrder)
      references.set("receipt", root.text("ReceiptDocumentReference", "ID"))
      references.set("despatch", root.text("DespatchDocumentReference", "ID"))
      references.set("tender", root.text("OriginatorDocumentReference", "ID"))
      references.set("object", id: documents(type: "130")?.first("ID"))
      references.set("buyer_account", root.text("AccountingCost"))
      references.set(
        "preceding",
        root.all("BillingReference").compactMap { entry in
          PayloadBuilder.object { object in
            object.set("number", entry.text("InvoiceDocumentReference", "ID"))
            object.set("date", entry.text("InvoiceDocumentReference", "IssueDate"))
          }
        })
    }
  }

  /// A note; its subject code is written before it: `#AAC#text`.
  private static func note(_ element: XMLElement) -> JSONValue? {
    guard let text = element.text else { return nil }
    let parts = text.split(separator: "#", maxSplits: 2, omittingEmptySubsequences: false)
    return PayloadBuilder.object { object in
      if parts.count == 3, parts[0].isEmpty, CodeList.noteSubjects.contains(String(parts[1])) {
        object.set("text", String(parts[2]))
        object.set("code", String(parts[1]))
      } else {
        object.set("text", text)
      }
    }
  }

  private func attachments() -> [JSONValue] {
    root.all("AdditionalDocumentReference").filter { !["130", "50"].contains($0.text("DocumentTypeCode")) }
      .compactMap { entry in
        PayloadBuilder.attachment(
          id: entry.text("ID"), description: entry.text("DocumentDescription"),
          url: entry.text("Attachment", "ExternalReference", "URI"),
          entry.first("Attachment", "EmbeddedDocumentBinaryObject"))
      }
  }

  // MARK: Parties

  private func party(_ party: XMLElement?, isSeller: Bool) -> JSONValue? {
    guard let party else { return nil }
    let ids = party.all("PartyIdentification").compactMap { $0.first("ID") }
      .filter { $0.attribute("schemeID") != "SEPA" }.compactMap { PayloadBuilder.identifier($0) }
    return PayloadBuilder.object { object in
      object.set("name", party.text("PartyLegalEntity", "RegistrationName") ?? party.text("PartyName", "Name"))
      object.set("trade_name", party.text("PartyName", "Name"))
      if isSeller { object.set("ids", ids) } else { object.set("id", ids.first) }
      object.set("legal_id", id: party.first("PartyLegalEntity", "CompanyID"))
      object.set("vat_id", Self.registration(party, isVAT: true))
      if isSeller {
        object.set("tax_number", Self.registration(party, isVAT: false))
        object.set("legal_info", party.text("PartyLegalEntity", "CompanyLegalForm"))
      }
      object.set("electronic_address", id: party.first("EndpointID"))
      object.set("address", Self.address(party.first("PostalAddress")))
      object.set(
        "contact",
        PayloadBuilder.contact(
          name: party.text("Contact", "Name"), phone: party.text("Contact", "Telephone"),
          email: party.text("Contact", "ElectronicMail")))
    }
  }

  private func payee() -> JSONValue? {
    guard let party = root.first("PayeeParty") else { return nil }
    let id = party.all("PartyIdentification").compactMap { $0.first("ID") }
      .first { $0.attribute("schemeID") != "SEPA" }
    return PayloadBuilder.object { object in
      object.set("name", party.text("PartyName", "Name"))
      object.set("id", id: id)
      object.set("legal_id", id: party.first("PartyLegalEntity", "CompanyID"))
    }
  }

  private func representative() -> JSONValue? {
    guard let party = root.first("TaxRepresentativeParty") else { return nil }
    return PayloadBuilder.object { object in
      object.set("name", party.text("PartyName", "Name"))
      object.set("vat_id", Self.registration(party, isVAT: true))
      object.set("address", Self.address(party.first("PostalAddress")))
    }
  }

  private static func registration(_ party: XMLElement, isVAT: Bool) -> String? {
    party.all("PartyTaxScheme").first { ($0.text("TaxScheme", "ID") == "VAT") == isVAT }?.text("CompanyID")
  }

  private static func address(_ address: XMLElement?) -> JSONValue? {
    PayloadBuilder.object { object in
      object.set("line1", address?.text("StreetName"))
      object.set("line2", address?.text("AdditionalStreetName"))
      object.set("line3", address?.text("AddressLine", "Line"))
      object.set("city", address?.text("CityName"))
      object.set("post_code", address?.text("PostalZone"))
      object.set("subdivision", address?.text("CountrySubentity"))
      object.set("country", address?.text("Country", "IdentificationCode"))
    }
  }

  // MARK: Delivery and payment

  private func delivery() -> JSONValue? {
    let delivery = root.first("Delivery")
    return PayloadBuilder.object { object in
      object.set("name", delivery?.text("DeliveryParty", "PartyName", "Name"))
      object.set("location", id: delivery?.first("DeliveryLocation", "ID"))
      object.set("date", delivery?.text("ActualDeliveryDate"))
      object.set("address", Self.address(delivery?.first("DeliveryLocation", "Address")))
    }
  }

  private func payment() -> JSONValue? {
    let means = root.all("PaymentMeans")
    let creditor = [root.first("AccountingSupplierParty", "Party"), root.first("PayeeParty")]
      .flatMap { $0?.all("PartyIdentification") ?? [] }.compactMap { $0.first("ID") }
      .first { $0.attribute("schemeID") == "SEPA" }
    return PayloadBuilder.object { object in
      object.set("means", means.first?.text("PaymentMeansCode"))
      object.set("text", means.first?.first("PaymentMeansCode")?.attribute("name"))
      object.set("reference", means.first?.text("PaymentID"))
      object.set(
        "accounts",
        means.compactMap { entry in
          let account = entry.first("PayeeFinancialAccount")
          return PayloadBuilder.account(
            account?.text("ID"), name: account?.text("Name"), bic: account?.text("FinancialInstitutionBranch", "ID"))
        })
      object.set(
        "card",
        PayloadBuilder.object { card in
          let entry = means.compactMap { $0.first("CardAccount") }.first
          card.set("number", entry?.text("PrimaryAccountNumberID"))
          card.set("holder", entry?.text("HolderName"))
        })
      object.set(
        "debit",
        PayloadBuilder.object { debit in
          let mandate = means.compactMap { $0.first("PaymentMandate") }.first
          debit.set("mandate", mandate?.text("ID"))
          debit.set("creditor", creditor?.text)
          debit.set("iban", mandate?.text("PayerFinancialAccount", "ID"))
        })
      object.set("terms", root.first("PaymentTerms", "Note")?.content)
    }
  }
}
