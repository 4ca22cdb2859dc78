// Terms (BT) are those of EN 16931-1.

extension Invoice {
  /// The time when the tax becomes due: a day (BT-7) or an event (BT-8).
  package enum TaxPoint: Hashable, Sendable {
    case day(Day)
    case event(TaxEvent)
  }

  /// An event by which the tax becomes due (BT-8).
  package enum TaxEvent: String, CaseIterable, Sendable { case invoice, delivery, payment }
}

extension Invoice.TaxEvent {
  /// BT-8: UNTDID 2475 in CII, UNTDID 2005 in UBL.
  func code(_ syntax: InvoiceProfile.Syntax) -> String {
    switch (self, syntax) {
    case (.invoice, .cii): "5"
    case (.delivery, .cii): "29"
    case (.payment, .cii): "72"
    case (.invoice, .ubl): "3"
    case (.delivery, .ubl): "35"
    case (.payment, .ubl): "432"
    }
  }
}
