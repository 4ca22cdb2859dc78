/// The PDF/A identification in a file's XMP metadata (ISO 19005-1, 6.7.11). It is a claim; the file is not validated.
package struct PDFAClaim: Hashable, Sendable, CustomStringConvertible {
  /// `1` to `4`.
  package var part: String
  /// `A`, `B`, `U`, `E` or `F`; empty if the part has no levels.
  package var conformance: String

  package var description: String { "PDF/A-\(part)\(conformance.lowercased())" }

  /// The profile that `ConformanceCheck` knows for it; nil for others, such as PDF/A-1a.
  package var profile: ConformanceProfile? { ConformanceProfile(name: part + conformance) }
}

/// Whether a file conforms to a profile that it claims.
package struct ConformanceVerdict: Sendable {
  package var profile: ConformanceProfile
  /// The rules that it violates; empty if it conforms.
  package var violations: [ConformanceViolation]

  /// The verdicts on the profiles of PDF/A and PDF/UA that the file claims and `ConformanceCheck` knows.
  /// - Throws: `PDFError` if the file cannot be read.
  package static func all(_ file: PDFFile) throws(PDFError) -> [ConformanceVerdict] {
    var verdicts: [ConformanceVerdict] = []
    for profile in [file.pdfAClaim()?.profile, file.accessibilityClaim()] {
      guard let profile else { continue }
      let violations = try ConformanceCheck.violations(in: file.bytes, length: file.length, profile)
      verdicts.append(ConformanceVerdict(profile: profile, violations: violations))
    }
    return verdicts
  }
}

extension PDFFile {
  /// The file's claim; nil if it makes none or its metadata cannot be read.
  package func pdfAClaim() -> PDFAClaim? {
    guard let text = metadataText(), let part = PDFFile.property("pdfaid:part", in: text) else { return nil }
    return PDFAClaim(part: part, conformance: PDFFile.property("pdfaid:conformance", in: text) ?? "")
  }

  /// The profile of PDF/UA that the file claims (ISO 14289-1, 5); nil if it claims none, or a part that is not known.
  package func accessibilityClaim() -> ConformanceProfile? {
    metadataText().flatMap { PDFFile.property("pdfuaid:part", in: $0) }.flatMap { ConformanceProfile(name: "ua" + $0) }
  }

  private func metadataText() -> PDFBytes? {
    guard !isEncrypted, let catalog = try? catalog(),
      let stream = (try? resolve(catalog["Metadata"]))?.stream, let data = try? decode(stream)
    else { return nil }
    return PDFBytes(Array(data.prefix(1 << 20)))
  }

  /// The letters and digits of a simple XMP property, which may be an attribute or an element.
  private static func property(_ name: StaticString, in text: PDFBytes) -> String? {
    guard let place = text.first(name, in: 0..<text.count) else { return nil }
    let start = place + name.utf8CodeUnitCount
    let rest = text.array(start..<start + 24)
    guard let mark = rest.first(where: { !ByteClass.isSpace($0) }), mark == 0x3D || mark == 0x3E else { return nil }
    let isValue = { (byte: UInt8) in ByteClass.isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF) }
    let value = rest.drop { !isValue($0) }.prefix(while: isValue)
    return value.isEmpty || value.count > 8 ? nil : printable(Array(value))
  }
}

/// A file's encryption dictionary (ISO 32000-1, 7.6.1).
package struct EncryptionSummary: Hashable, Sendable {
  /// The security handler: `Standard`.
  package var handler: String
  /// `/V`: the algorithm; `/R`: the handler's revision.
  package var version, revision: Int
}

extension PDFFile {
  /// Returns nil if the file is not encrypted.
  package func encryption() -> EncryptionSummary? {
    guard isEncrypted else { return nil }
    let dictionary = (try? resolve(trailer["Encrypt"]))?.dictionary
    return EncryptionSummary(
      handler: dictionary?["Filter"].name.map { printable($0.bytes) } ?? "unknown",
      version: dictionary?["V"].integer ?? 0, revision: dictionary?["R"].integer ?? 0)
  }
}
