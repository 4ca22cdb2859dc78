import Amounts
import Diagnostics
import JSON

/// Checks the business rules of EN 16931 that concern several terms; rules of one term are checked while it is read.
///
/// Rules of XRechnung also hold for Peppol invoices between German parties (Peppol's rules DE-R).
struct InvoiceRules {
  let invoice: Invoice
  let log: ViolationLog

  init(_ invoice: Invoice, _ log: ViolationLog) {
    self.invoice = invoice
    self.log = log
  }

  func check() {
    guard let profile = invoice.profile else { return }
    checkParties()
    checkTimeOfPayment()
    checkPayment()
    checkTaxes()
    checkLines()
    let isGerman = invoice.seller.address?.country == "DE" && invoice.buyer.address?.country == "DE"
    if profile.isXRechnung || (profile == .peppol && isGerman) { checkXRechnung() }
    if profile.isXRechnung || profile == .peppol { checkNetwork() }
    if profile == .peppol { checkPeppol(isGerman: isGerman) }
    if invoice.totals.gross < .zero, !invoice.type.isCreditNote {
      log.warning("the total is negative; a credit note has positive amounts", term: "BT-112", at: path("type"))
    }
  }

  func path(_ names: String...) -> JSONPath { names.reduce(JSONPath.root) { $0.member($1) } }

  func missing(_ message: String, _ rule: String, _ path: JSONPath) {
    log.error(.missingField, "missing; " + message, rule: rule, at: path)
  }

  // MARK: Parties

  private func checkParties() {
    let seller = invoice.seller
    if seller.ids.isEmpty, seller.legalID == nil, seller.vatID == nil {
      missing("the seller needs one of ids, legal_id and vat_id", "BR-CO-26", path("sender"))
    }
    checkVATID(seller, "sender")
    checkVATID(invoice.buyer, "recipient")
    if let representative = invoice.taxRepresentative {
      checkVATID(representative, "tax_representative")
      if representative.vatID == nil {
        missing("expected the VAT number of the tax representative", "BR-56", path("tax_representative", "vat_id"))
      }
    }
  }

  /// BR-CO-09: the prefix is a country.
  private func checkVATID(_ party: Party, _ name: String) {
    guard let id = party.vatID else { return }
    let prefix = String(id.prefix(2))
    guard !CodeList.countries.contains(prefix), prefix != "EL" else { return }
    log.error(
      .invalidValue, "\(Quotation.of(id)) does not start with a country code such as DE", rule: "BR-CO-09",
      at: path(name, "vat_id"))
  }

  // MARK: Payment

  private func checkTimeOfPayment() {
    let payment = invoice.payment
    // A credit note of UBL has no due date. The published test of CII makes no difference between types.
    let needsTime = !invoice.type.isCreditNote || invoice.profile?.syntax == .cii
    if needsTime, invoice.totals.payable > .zero, invoice.due == nil, payment?.terms == nil,
      payment?.discounts.isEmpty ?? true
    {
      let amount = "\(invoice.totals.payable) \(invoice.currency.code)"
      log.error(
        .missingField, "missing; \(Quotation.of(amount)) are to be paid: say when, here or in $.payment.terms",
        rule: "BR-CO-25", term: "BT-9", at: path("due"))
    }
  }

  private func checkPayment() {
    guard let payment = invoice.payment else { return }
    let path = path("payment")
    guard let means = payment.means else {
      if !payment.accounts.isEmpty || payment.card != nil || payment.debit != nil || payment.text != nil {
        missing("say how the amount is to be paid", "BR-49", path.member("means"))
      }
      return
    }
    check(payment, means, at: path)
  }

  private func check(_ payment: Payment, _ means: String, at path: JSONPath) {
    if Payment.transfers.contains(means), payment.accounts.isEmpty {
      missing("a transfer needs the account", "BR-61", path.member("iban"))
    }
    if let card = payment.card, card.number.count(where: \.isNumber) > 6 || card.number.count > 10 {
      log.error(
        .invalidValue, "state only the last 4 to 6 digits of the card", rule: "BR-51",
        at: path.member("card").member("number"))
    }
    if Payment.debits.contains(means) {
      for (name, value) in [("mandate", payment.debit?.mandate)] where value == nil {
        missing("a direct debit needs it", "PEPPOL-EN16931-R061", path.member("debit").member(name))
      }
    }
    // The account of CII's payment means is that of one means; others would be lost.
    if payment.card != nil, !Payment.cards.contains(means) {
      log.error(
        .invalidValue, "a card is not part of the means of payment \(means)", rule: "BR-DE-24-b",
        at: path.member("card"))
    }
    if payment.debit != nil, !Payment.debits.contains(means) {
      log.error(
        .invalidValue, "a direct debit is not part of the means of payment \(means)", rule: "BR-DE-25-b",
        at: path.member("debit"))
    }
    if means == "58", invoice.profile?.isXRechnung == true, payment.accounts.contains(where: { !$0.isIBAN }) {
      log.error(
        .invalidValue, "a SEPA transfer (58) needs an IBAN; state the means transfer", rule: "BR-DE-19",
        at: path.member("means"))
    }
    if invoice.profile != .facturX, !payment.accounts.isEmpty,
      Payment.debits.contains(means) || Payment.cards.contains(means)
    {
      let message =
        Payment.debits.contains(means)
        ? "direct debit (\(means)) has no iban of its own; use debit.iban"
        : "payment by card (\(means)) has no account"
      log.error(.invalidValue, message, rule: Payment.debits.contains(means) ? "BR-DE-25-b" : "BR-DE-24-b", at: path)
    }
  }

  // MARK: Lines and other lists

  private func checkLines() {
    for (index, line) in invoice.lines.enumerated() {
      let path = path("items").element(index)
      if line.orderLine != nil, invoice.references.order == nil {
        log.warning(
          "the order of this line is missing; state $.references.order", term: "BT-132", at: path.member("order_line"))
      }
      guard let period = line.period, let whole = invoice.period else { continue }
      if let start = period.start, let first = whole.start, start < first {
        log.error(
          .invalidValue, "starts before $.period", rule: "PEPPOL-EN16931-R110",
          at: path.member("period").member("start"))
      }
      if let end = period.end, let last = whole.end, end > last {
        log.error(
          .invalidValue, "ends after $.period", rule: "PEPPOL-EN16931-R111", at: path.member("period").member("end"))
      }
    }
    // Factur-X uses a later version of CII than XRechnung (D22B, D16B).
    if let profile = invoice.profile, profile.syntax == .cii, profile.isXRechnung,
      invoice.references.preceding.count > 1
    {
      log.error(
        .invalidValue, "XRechnung in CII has one preceding invoice; use xrechnung-ubl for several",
        at: path("references", "preceding").element(1))
    }
    if invoice.attachesPDF, invoice.profile?.isHybrid == true {
      log.error(
        .invalidValue, "the PDF contains the XML of this profile, so that the XML cannot contain the PDF",
        at: path("einvoice", "attach_pdf"))
    }
    var names: Set<String> = []
    for (index, attachment) in invoice.attachments.enumerated() {
      guard let name = attachment.content?.fileName, !names.insert(name).inserted else { continue }
      log.error(
        .invalidValue, "two attachments have this name", rule: "BR-DE-22",
        at: path("attachments").element(index).member("filename"))
    }
  }
}
