/// The type of an invoice: a code of UNTDID 1001 (BT-3).
package struct DocumentType: Hashable, Sendable {
  package let code: String

  package static let invoice = DocumentType(code: "380")

  /// A name of the payload, or a code of the list; nil for other text.
  package init?(_ text: String) {
    let code = Self.named[text] ?? text
    guard CodeList.invoiceTypes.contains(code) || CodeList.creditNoteTypes.contains(code) else { return nil }
    self.code = code
  }

  private init(code: String) { self.code = code }

  /// Whether the amounts are owed to the buyer: in UBL a CreditNote.
  package var isCreditNote: Bool {
    CodeList.creditNoteTypes.contains(code) && !CodeList.invoiceTypes.contains(code) || code == "381"
  }

  /// The name in payloads; for other codes, the name of an invoice or a credit note.
  package var name: String {
    Self.named.first { $0.value == code }?.key ?? (isCreditNote ? "credit-note" : "invoice")
  }

  package static let named = [
    "invoice": "380", "credit-note": "381", "corrected": "384", "partial": "326", "prepayment": "386",
    "self-billed": "389", "partial-construction": "875", "partial-final-construction": "876",
    "final-construction": "877",
  ]
}
