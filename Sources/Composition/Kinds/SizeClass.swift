/// The width class of a page, for templates that adapt: the class of the root element.
package enum SizeClass: String, CaseIterable, Codable, Sendable {
  /// Narrower than 160 mm: A5, a page for phones.
  case compact
  /// A4, letter and larger. The body of a mail, 640 px wide, is regular too.
  case regular

  /// CSS px.
  static let narrowestRegular = 160 * 96 / 25.4

  package init(_ size: PaperSize) { self = size.width < Self.narrowestRegular ? .compact : .regular }
}
