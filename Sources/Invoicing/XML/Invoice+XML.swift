extension Invoice {
  /// The invoice as XML in the syntax of its profile, or in another one. The same invoice gives the same bytes.
  package func xml(_ syntax: InvoiceProfile.Syntax? = nil) -> [UInt8] {
    switch syntax ?? profile?.syntax ?? .cii {
    case .cii: CrossIndustryInvoiceWriter.write(self)
    case .ubl: UniversalBusinessLanguageWriter.write(self)
    }
  }

  /// The terms of payment (BT-20).
  var paymentTerms: String? { payment?.termsText(profile, language: language) }

  /// BT-119. XRechnung asks for the rate of each category (BR-DE-14), EN 16931 for none of category O.
  func breakdownRate(_ tax: Tax) -> String? {
    tax.rate?.normalized.description ?? (profile?.isXRechnung == true ? "0" : nil)
  }

  /// The notes (BG-1); joined where Peppol has only one.
  var writtenNotes: [Note] {
    guard profile == .peppol, notes.count > 1 else { return notes }
    return [Note(text: notes.map(\.text).joined(separator: "\n"), code: nil)]
  }
}
