import Amounts
import Diagnostics
import JSON

/// The rules of XRechnung 3.0 (BR-DE) and of Peppol BIS Billing 3.0 (PEPPOL-EN16931).
extension InvoiceRules {
  func checkXRechnung() {
    if invoice.references.buyer == nil {
      missing("expected the buyer's reference, such as a Leitweg-ID", "BR-DE-15", path("references", "buyer"))
    } else if let reference = invoice.references.buyer, CheckDigits.resemblesLeitwegID(reference),
      !CheckDigits.isLeitwegID(reference)
    {
      log.warning(
        "the check digits of the Leitweg-ID are wrong", rule: "BR-DE-15", term: "BT-10", at: path("references", "buyer")
      )
    }
    let types: Set = ["326", "380", "384", "389", "381", "875", "876", "877"]
    if !types.contains(invoice.type.code) {
      log.error(
        .invalidValue, "XRechnung has no documents of type \(invoice.type.code)", rule: "BR-DE-17", at: path("type"))
    }
    if invoice.type.code == "384", invoice.references.preceding.isEmpty {
      log.warning(
        "a correction should name the invoice that it corrects", rule: "BR-DE-26", term: "BG-3",
        at: path("references", "preceding"))
    }
    if invoice.payment?.means == nil {
      missing("say how the amount is to be paid", "BR-DE-1", path("payment", "means"))
    }
    checkContact()
    checkAddress(invoice.seller.address, path("sender", "address"), city: "BR-DE-3", postCode: "BR-DE-4")
    checkAddress(invoice.buyer.address, path("recipient", "address"), city: "BR-DE-8", postCode: "BR-DE-9")
    if let address = invoice.delivery?.address {
      checkAddress(address, path("delivery", "address"), city: "BR-DE-10", postCode: "BR-DE-11")
    }
    checkMeans()
    if let line = invoice.payment?.malformedDiscount {
      log.error(
        .invalidValue,
        "the line \(Quotation.of(String(line))) begins with # and does not have the form "
          + "#SKONTO#TAGE=14#PROZENT=2.00#; state discounts in $.payment.discounts", rule: "BR-DE-18",
        at: path("payment", "terms"))
    }
    if invoice.delivery?.date == nil, invoice.period == nil, invoice.lines.contains(where: { $0.period == nil }) {
      log.warning(
        "no date of delivery, and no period for the invoice or every item", rule: "BR-DE-TMP-32", term: "BT-72",
        at: path("delivery", "date"))
    }
  }

  private func checkContact() {
    let path = path("sender", "contact")
    guard let contact = invoice.seller.contact else {
      missing("expected an object with name, phone and email", "BR-DE-2", path)
      return
    }
    if contact.name == nil { missing("expected a string", "BR-DE-5", path.member("name")) }
    if contact.phone == nil { missing("expected a string", "BR-DE-6", path.member("phone")) }
    if contact.email == nil { missing("expected a string", "BR-DE-7", path.member("email")) }
    if let phone = contact.phone, phone.count(where: \.isNumber) < 3 {
      log.warning("has fewer than 3 digits", rule: "BR-DE-27", term: "BT-42", at: path.member("phone"))
    }
    if let email = contact.email, !Self.isEmailAddress(email) {
      log.warning("is not an e-mail address", rule: "BR-DE-28", term: "BT-43", at: path.member("email"))
    }
  }

  /// BR-DE-28: one `@`, not beside a blank or a point, and at least two characters on each side.
  private static func isEmailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { $0.count >= 2 && $0.first != "." && $0.last != "." && !$0.contains(where: \.isWhitespace) }
  }

  private func checkAddress(_ address: Address?, _ path: JSONPath, city: String, postCode: String) {
    if address?.city == nil { missing("expected a string", city, path.member("city")) }
    if address?.postCode == nil { missing("expected a string", postCode, path.member("post_code")) }
  }

  private func checkMeans() {
    guard let payment = invoice.payment, let means = payment.means else { return }
    let path = path("payment")
    if Payment.cards.contains(means), payment.card == nil {
      missing("payment by card names the card", "BR-DE-24-a", path.member("card"))
    }
    if Payment.debits.contains(means) {
      guard let debit = payment.debit else {
        missing("expected an object with mandate, creditor and iban", "BR-DE-25-a", path.member("debit"))
        return
      }
      if debit.creditor == nil {
        missing("a direct debit names the creditor's identifier", "BR-DE-30", path.member("debit").member("creditor"))
      }
      if debit.iban == nil {
        missing("a direct debit names the account that is debited", "BR-DE-31", path.member("debit").member("iban"))
      }
    }
  }

  /// The rules that XRechnung and Peppol have in common.
  func checkNetwork() {
    for (party, name, rule) in [
      (invoice.seller, "sender", "PEPPOL-EN16931-R020"), (invoice.buyer, "recipient", "PEPPOL-EN16931-R010"),
    ] {
      let path = path(name, "electronic_address")
      guard let address = party.electronicAddress else {
        missing("expected an e-mail address, or an object with scheme and id", rule, path)
        continue
      }
      if invoice.profile == .peppol, address.scheme == "EM" {
        log.error(
          .invalidValue, "Peppol has no e-mail addresses; state an object with scheme and id",
          rule: "PEPPOL-EN16931-CL008", at: path)
      }
    }
  }

  func checkPeppol(isGerman: Bool) {
    if invoice.references.buyer == nil, invoice.references.order == nil {
      missing("expected buyer or order", "PEPPOL-EN16931-R003", path("references"))
    }
    if invoice.type.code == "389" {
      log.error(
        .invalidValue, "self-billed invoices are not part of Peppol Billing", rule: "PEPPOL-EN16931-P0100",
        at: path("type"))
    }
    if ["326", "384"].contains(invoice.type.code), !isGerman {
      log.error(
        .invalidValue, "documents of type \(invoice.type.code) are for two German parties",
        rule: "PEPPOL-EN16931-P0112", at: path("type"))
    }
    if invoice.notes.count > 1, !isGerman {
      log.error(
        .invalidValue, "Peppol has one note; there are \(invoice.notes.count) with $.remark",
        rule: "PEPPOL-EN16931-R002", at: path("notes"))
    }
  }
}
