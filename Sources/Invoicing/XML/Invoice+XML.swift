import Amounts

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

extension Invoice.Adjustment {
  /// The percentage and its base, as the XML states them. Rule PEPPOL-EN16931-R040 tolerates 0.02 between their product
  /// and the amount; rounding to a currency without minor units can differ by more, and then only the amount is stated.
  var writtenPercentage: (percent: ExactDecimal, base: ExactDecimal)? {
    guard let percent, let base, let product = base.multiplied(by: percent),
      let difference = ExactDecimal(mantissa: product.mantissa, scale: product.scale + 2).subtracting(amount)
    else { return nil }
    let tolerance = ExactDecimal(mantissa: 2, scale: 2)
    return difference <= tolerance && difference.negated <= tolerance ? (percent, base) : nil
  }
}
