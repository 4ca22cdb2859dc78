/// Composes an invoice: parties, dates and items, with amounts computed exactly and formatted for the locale.
enum InvoiceComposer {
  private static let known: Set<String> = [
    "number", "date", "due", "sender", "recipient", "payment_method", "logo", "currency", "locale", "rounding",
    "items", "taxes", "total", "remark", "page_size",
  ]

  static func compose(
    _ fields: Fields, _ kind: JobKind, _ template: Template, _ job: JobContext
  ) throws(CompositionError) -> HTMLDocument {
    let number = try fields.filledString("number")
    let date = try fields.timestamp("date")
    let format = try fields.format()
    let currency = try fields.currency()
    let bill = try InvoiceBill(fields, currency: currency)

    func money(_ amount: ExactDecimal) -> TemplateValue { .text(format.money(amount, currency)) }
    let sender = try fields.lines("sender")
    let paymentMethod = try fields.lines("payment_method")
    let remark = try fields.lines("remark")
    var document = try template.document(
      [
        "logo_image": .optional(try fields.optionalString("logo")),
        "invoice_number": .text(number),
        "invoice_date": .text(format.date(date)),
        "due_date": .optional(try fields.optionalTimestamp("due").map(format.date)),
        "sender_name": .optional(sender.first),
        "sender_info": .lines(sender),
        "recipient_info": .lines(try fields.lines("recipient")),
        "payment_method": .lines(paymentMethod),
        "has_payment_method": .flag(!paymentMethod.isEmpty),
        "has_quantities": .flag(bill.items.contains { $0.quantity != nil }),
        "items": .list(items(bill, format, money)),
        "subtotal": money(bill.subtotal),
        "taxes": .list(taxes(bill, format, money)),
        "total_amount": money(bill.total),
        "currency": .text(currency.code),
        "remark": .lines(remark),
        "has_remark": .flag(!remark.isEmpty),
      ], format: format)
    document.pageSize = try fields.pageSize() ?? kind.pageSize
    document.isTagged = kind.isTagged
    document.metadata.title = "Invoice \(number)"
    document.metadata.author = sender.first ?? ""
    document.metadata.created = date
    document.warnings += fields.warnings(unless: known)
    return document
  }

  private static func items(
    _ bill: InvoiceBill, _ format: LocalFormat, _ money: (ExactDecimal) -> TemplateValue
  ) -> [TemplateValue] {
    bill.items.enumerated().map { index, item in
      .object([
        "position": .text(String(index + 1)),
        "item_desc": .text(item.description),
        "detail": .lines(item.detail),
        "has_detail": .flag(!item.detail.isEmpty),
        "quantity": .optional(item.quantity.map(format.number)),
        "unit": .optional(item.unit),
        "unit_price": item.unitPrice.map(money) ?? .nothing,
        "price": money(item.amount),
      ])
    }
  }

  private static func taxes(
    _ bill: InvoiceBill, _ format: LocalFormat, _ money: (ExactDecimal) -> TemplateValue
  ) -> [TemplateValue] {
    bill.taxes.map { tax in
      .object([
        "tax_name": .text(tax.name), "tax_rate": .text(format.percent(tax.rate)), "tax_amount": money(tax.amount),
      ])
    }
  }
}
