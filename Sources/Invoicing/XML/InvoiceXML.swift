import Diagnostics
import JSON
import XMLTree

/// Reads e-invoices as payloads, so that a received invoice is printed, and written again, like one of our own.
package enum InvoiceXML {
  /// Invoices of 10,000 lines with 100 elements and attributes each fit, and attachments.
  private static let limits = XMLLimits(bytes: 64 << 20, nodes: 1_000_000, depth: 32)

  /// The terms of EN 16931 that a CII or UBL invoice states, as a payload. Amounts are stated, not computed: reading
  /// the payload checks them.
  ///
  /// Elements that are not part of EN 16931 (those of extensions) are left out.
  package static func payload(_ bytes: [UInt8]) throws(InvoiceXMLError) -> JSONValue {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLElement(bytes, limits: limits)
    } catch {
      throw InvoiceXMLError(error)
    }
    switch root.name.local {
    case "CrossIndustryInvoice": return .object(CrossIndustryInvoiceReader(root).payload())
    case "Invoice", "CreditNote": return .object(UniversalBusinessLanguageReader(root).payload())
    default:
      throw InvoiceXMLError(
        .unknownSyntax,
        "expected a CrossIndustryInvoice (CII), or an Invoice or CreditNote (UBL), found \(Quotation.of(root.name.local))"
      )
    }
  }

  /// The payload for printing: with stated amounts, without XML, and without logo, because the default logo belongs to
  /// another company.
  package static func printable(_ payload: JSONValue, locale: String) -> JSONValue {
    guard case .object(var object) = payload else { return payload }
    object.members.removeAll { ["einvoice", "attachments"].contains($0.name) }
    object.members += [
      .init(name: "amounts", value: .string("stated")), .init(name: "locale", value: .string(locale)),
      .init(name: "logo", value: .string("")),
    ]
    return .object(object)
  }

  /// The profile that BT-24 names; nil for others.
  static func profile(_ specification: String?, _ syntax: InvoiceProfile.Syntax) -> String? {
    InvoiceProfile.allCases.last { $0.specification == specification && $0.syntax == syntax }?.rawValue
  }
}
