/// The kind of e-invoice that `einvoice` names: the specification that the invoice states in BT-24, and the XML syntax.
package enum InvoiceProfile: String, CaseIterable, Sendable {
  case facturX = "factur-x"
  case xrechnung
  case xrechnungCII = "xrechnung-cii"
  case xrechnungUBL = "xrechnung-ubl"
  case peppol

  /// The syntax of the XML.
  package enum Syntax: String, CaseIterable, Sendable {
    /// UN/CEFACT Cross Industry Invoice D16B.
    case cii
    /// OASIS Universal Business Language 2.1.
    case ubl
  }

  package var syntax: Syntax {
    switch self {
    case .facturX, .xrechnung, .xrechnungCII: .cii
    case .xrechnungUBL, .peppol: .ubl
    }
  }

  /// Whether the XML is a part of the PDF (PDF/A-3).
  package var isHybrid: Bool { self == .facturX || self == .xrechnung }

  package var isXRechnung: Bool { [.xrechnung, .xrechnungCII, .xrechnungUBL].contains(self) }

  /// BT-24.
  package var specification: String {
    switch self {
    case .facturX: "urn:cen.eu:en16931:2017"
    case .xrechnung, .xrechnungCII, .xrechnungUBL:
      "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
    case .peppol: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
    }
  }

  /// BT-23 where the payload states none (PEPPOL-EN16931-R001).
  package var process: String? {
    self == .facturX ? nil : "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
  }

  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
