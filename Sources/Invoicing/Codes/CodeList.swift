/// A closed list of codes, read from a file of `Lists`: comment lines start with `#`, codes are separated by white
/// space.
package struct CodeList: Sendable {
  /// The name of the list, for messages: `ISO 4217`.
  package let name: String
  private let codes: Set<String>
  private let ignoresCase: Bool

  /// - Parameter ignoresCase: whether codes may be written in small letters; the file has capital letters.
  private init(_ name: String, _ text: String, ignoresCase: Bool = false) {
    self.name = name
    self.ignoresCase = ignoresCase
    codes = Set(Self.lines(text).flatMap { $0.split(separator: " ") }.map(String.init))
  }

  package func contains(_ code: String) -> Bool { codes.contains(ignoresCase ? code.uppercased() : code) }

  package static let invoiceTypes = CodeList("UNTDID 1001", EmbeddedText.invoice_types_txt)
  package static let creditNoteTypes = CodeList("UNTDID 1001", EmbeddedText.credit_note_types_txt)
  package static let currencies = CodeList("ISO 4217", EmbeddedText.currencies_txt)
  package static let noteSubjects = CodeList("UNTDID 4451", EmbeddedText.note_subjects_txt)
  package static let objectSchemes = CodeList("UNTDID 1153", EmbeddedText.object_schemes_txt)
  package static let identifierSchemes = CodeList("ISO 6523", EmbeddedText.identifier_schemes_txt)
  package static let itemClassifications = CodeList("UNTDID 7143", EmbeddedText.item_classifications_txt)
  package static let countries = CodeList("ISO 3166-1", EmbeddedText.countries_txt)
  package static let paymentMeans = CodeList("UNTDID 4461", EmbeddedText.payment_means_txt)
  package static let allowanceReasons = CodeList("UNTDID 5189", EmbeddedText.allowance_reasons_txt)
  package static let chargeReasons = CodeList("UNTDID 7161", EmbeddedText.charge_reasons_txt)
  package static let exemptionReasons = CodeList(
    "VATEX", EmbeddedText.exemption_reasons_txt, ignoresCase: true)
  package static let units = CodeList("UN/ECE Recommendation 20", EmbeddedText.units_txt)
  package static let electronicAddressSchemes = CodeList("EAS", EmbeddedText.electronic_address_schemes_txt)

  static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }
}
