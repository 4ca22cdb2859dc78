/// Families of PostScript with the widths of families of which systems have replacements.
///
/// The configuration of fontconfig calls them similar only, so that it does not offer the replacements. Browsers use
/// them.
enum MetricAliases {
  static func family(_ name: String) -> String? { names[name.lowercased()] }

  private static let names = ["helvetica": "Arial", "times": "Times New Roman", "courier": "Courier New"]
}
