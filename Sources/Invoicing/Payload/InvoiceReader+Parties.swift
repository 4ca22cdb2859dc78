import Diagnostics
import JSON

/// Parties and payment.
extension InvoiceReader {
  enum PartyRole { case seller, buyer, payee, taxRepresentative }

  /// A party. Returns nil if absent; then reports an error if it is required. `sender` and `recipient` may be printed
  /// lines if no XML is written.
  func party(_ name: String, _ role: PartyRole) -> Party? {
    guard let value = root[name] else {
      if profile != nil, role == .seller || role == .buyer {
        let rule = role == .seller ? "BR-06" : "BR-07"
        log.error(
          .missingField, "missing; expected an object with name and address", rule: rule, at: root.path(of: name))
      }
      return nil
    }
    if case .object = value {
    } else {
      if profile == nil, role == .seller || role == .buyer { return Party(lines: root.lines(name)) }
      log.error(
        .wrongType, "expected an object with name and address, found \(value.described)", at: root.path(of: name))
      return nil
    }
    guard let object = root.object(name) else { return nil }
    defer { object.reportUnknown() }
    return party(object, role)
  }

  private func party(_ object: PayloadObject, _ role: PartyRole) -> Party {
    let rule =
      switch role {
      case .seller: "BR-06"
      case .buyer: "BR-07"
      case .payee: "BR-17"
      case .taxRepresentative: "BR-18"
      }
    var party = Party(name: object.filledText("name", rule: rule))
    if role != .taxRepresentative {
      party.legalID = object.identifier("legal_id", .identifierSchemes, rule: "BR-CL-11")
    }
    switch role {
    case .seller:
      for id in object.objects("ids") {
        party.ids.append(id.identifier(.identifierSchemes, rule: "BR-CL-10"))
        id.reportUnknown()
      }
      party.taxNumber = object.text("tax_number")
      party.legalInfo = object.lines("legal_info")
    case .buyer, .payee:
      party.ids = [object.identifier("id", .identifierSchemes, rule: "BR-CL-10")].compactMap(\.self)
    case .taxRepresentative: break
    }
    if role != .payee {
      party.vatID = object.text("vat_id").map { $0.filter { !$0.isWhitespace } }
      let countryRule =
        switch role {
        case .seller: "BR-09"
        case .buyer: "BR-11"
        default: "BR-20"
        }
      party.address = address(object, countryRule: countryRule)
      if profile != nil, party.address == nil, !object.has("address") {
        log.error(
          .missingField, "missing; expected an object with country", rule: countryRule, at: object.path(of: "address"))
      }
    }
    if role == .seller || role == .buyer {
      party.tradeName = object.text("trade_name")
      party.electronicAddress = electronicAddress(object)
      party.contact = contact(object)
    }
    party.lines = printedLines(party)
    return party
  }

  func address(_ parent: PayloadObject, countryRule: String) -> Address? {
    guard let object = parent.object("address") else { return nil }
    defer { object.reportUnknown() }
    var address = Address(
      line1: object.text("line1"), line2: object.text("line2"), line3: object.text("line3"), city: object.text("city"),
      postCode: object.text("post_code"), subdivision: object.text("subdivision"))
    address.country = object.code("country", .countries, rule: "BR-CL-14")
    if profile != nil, !object.has("country") {
      log.error(
        .missingField, "missing; expected a country code such as DE", rule: countryRule, at: object.path(of: "country"))
    }
    return address
  }

  private func contact(_ parent: PayloadObject) -> Contact? {
    guard let object = parent.object("contact") else { return nil }
    defer { object.reportUnknown() }
    return Contact(name: object.text("name"), phone: object.text("phone"), email: object.text("email"))
  }

  /// An object, or a text with `@`, which has the scheme EM.
  private func electronicAddress(_ parent: PayloadObject) -> Identifier? {
    let name = "electronic_address"
    switch parent[name] {
    case nil: return nil
    case .string(let text)?:
      guard parent.text(name) != nil else { return nil }
      guard text.contains("@") else {
        log.error(
          .invalidValue, "expected an e-mail address, or an object with scheme and id, found \(Quotation.of(text))",
          rule: "BR-62", at: parent.path(of: name))
        return nil
      }
      return Identifier(id: text, scheme: "EM")
    case _?:
      guard let object = parent.object(name) else { return nil }
      defer { object.reportUnknown() }
      let identifier = object.identifier(.electronicAddressSchemes, rule: "BR-CL-25")
      if !object.has("scheme") {
        log.error(
          .missingField, "missing; expected a code of EAS such as 0204", rule: "BR-62", at: object.path(of: "scheme"))
      }
      return identifier
    }
  }

  private func printedLines(_ party: Party) -> [String] {
    var lines = [party.name] + [party.tradeName].compactMap(\.self) + (party.address?.lines ?? [])
    lines += party.legalInfo
    lines += [party.vatID, party.taxNumber].compactMap(\.self)
    if let contact = party.contact { lines += [contact.name, contact.phone, contact.email].compactMap(\.self) }
    return lines
  }

  // MARK: Payment

  func payment(number: String) -> Payment? {
    if profile != nil, root.has("payment_method") {
      log.error(
        .invalidValue, "use payment, from which the page and the XML are made", at: root.path(of: "payment_method"))
    }
    root.allow("payment_method")
    guard let object = root.object("payment") else { return nil }
    defer { object.reportUnknown() }
    var payment = Payment(
      text: object.text("text"), reference: object.text("reference") ?? (number.isEmpty ? nil : number),
      terms: object.text("terms"))
    payment.accounts = accounts(object)
    if let card = object.object("card") {
      payment.card = .init(number: card.filledText("number", rule: "BR-51"), holder: card.text("holder"))
      card.reportUnknown()
    }
    if let debit = object.object("debit") {
      payment.debit = .init(
        mandate: debit.text("mandate"), creditor: debit.text("creditor"), iban: iban(debit, "iban"))
      debit.reportUnknown()
    }
    payment.discounts = discounts(object)
    payment.means = means(object, payment)
    return payment
  }

  private func means(_ object: PayloadObject, _ payment: Payment) -> String? {
    guard let text = object.text("means") else {
      if payment.accounts.contains(where: \.isIBAN), currency.code == "EUR" { return "58" }
      if !payment.accounts.isEmpty { return "30" }
      if payment.debit != nil { return "59" }
      return payment.card == nil ? nil : "54"
    }
    let code = Payment.named[text] ?? text
    guard CodeList.paymentMeans.contains(code) else {
      let names = Payment.named.keys.sorted().joined(separator: ", ")
      log.error(
        .invalidValue, "unknown means \(Quotation.of(text)); expected \(names), or a code of UNTDID 4461",
        rule: "BR-CL-16", at: object.path(of: "means"))
      return nil
    }
    return code
  }

  private func accounts(_ object: PayloadObject) -> [Payment.Account] {
    func account(_ object: PayloadObject, name: String) -> Payment.Account? {
      let bic = object.text("bic")
      let owner = object.text(name)
      if let iban = iban(object, "iban") { return .init(id: iban, isIBAN: true, name: owner, bic: bic) }
      return object.text("account").map { .init(id: $0, isIBAN: false, name: owner, bic: bic) }
    }
    var accounts = [account(object, name: "account_name")].compactMap(\.self)
    for entry in object.objects("accounts", limit: 50) {
      if let account = account(entry, name: "name") {
        accounts.append(account)
      } else if !entry.has("iban") {
        log.error(.missingField, "missing; expected iban or account", rule: "BR-50", at: entry.path(of: "iban"))
      }
      entry.reportUnknown()
    }
    return accounts
  }

  /// An IBAN without spaces, with its check digits verified.
  private func iban(_ object: PayloadObject, _ name: String) -> String? {
    guard let text = object.text(name) else { return nil }
    let iban = text.filter { !$0.isWhitespace }.uppercased()
    guard CheckDigits.isIBAN(iban) else {
      reportInvalid(
        "\(Quotation.of(text)) is not an IBAN: its check digits or its length are wrong", rule: "BR-DE-19",
        at: object.path(of: name))
      return nil
    }
    return iban
  }

  private func discounts(_ object: PayloadObject) -> [Payment.Discount] {
    object.objects("discounts", limit: 10).compactMap { entry in
      defer { entry.reportUnknown() }
      for name in ["days", "percent"] where !entry.has(name) {
        log.error(.missingField, "missing; expected a number", at: entry.path(of: name))
      }
      guard let days = entry.integer("days", in: 0...9_999), let percent = entry.percent("percent") else { return nil }
      guard let rounded = percent.rounded(to: 2, .halfUp), percent.fits(fractionDigits: 2) else {
        log.error(
          .invalidValue, "has more than 2 digits after the point", rule: "BR-DE-18", at: entry.path(of: "percent"))
        return nil
      }
      let base = entry.amount("base", currency, rule: "BR-DE-18").flatMap { $0.rounded(to: 2, .halfUp) }
      return .init(days: days, percent: rounded, base: base)
    }
  }
}
