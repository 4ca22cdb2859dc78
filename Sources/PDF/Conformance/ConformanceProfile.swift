/// A profile of PDF/A (ISO 19005) or PDF/UA (ISO 14289).
package enum ConformanceProfile: String, CaseIterable, Sendable, CustomStringConvertible {
  case pdfA1b = "pdf/a-1b"
  case pdfA2b = "pdf/a-2b"
  case pdfA2u = "pdf/a-2u"
  case pdfA2a = "pdf/a-2a"
  case pdfA3b = "pdf/a-3b"
  case pdfA3u = "pdf/a-3u"
  case pdfA3a = "pdf/a-3a"
  case pdfA4 = "pdf/a-4"
  case pdfA4f = "pdf/a-4f"
  case pdfUA1 = "pdf/ua-1"
  case pdfUA2 = "pdf/ua-2"

  /// The profile with this name in any case, such as `pdf/a-2b` or `2b`, `pdf/ua-1` or `ua1`; nil if there is none.
  package init?(name: String) {
    let name = name.lowercased().filter { !$0.isWhitespace }
    let found = Self.allCases.first { $0.rawValue == name || $0.shortName == name }
    guard let found else { return nil }
    self = found
  }

  /// The name without the standard, such as `2b` or `ua1`.
  package var shortName: String {
    isAccessibility ? rawValue.dropFirst(4).filter { $0 != "-" } : String(rawValue.dropFirst(6))
  }

  /// Whether it is a profile of PDF/UA (ISO 14289) instead of PDF/A (ISO 19005).
  package var isAccessibility: Bool { self == .pdfUA1 || self == .pdfUA2 }

  /// The part of the standard: 1 to 4 of ISO 19005, 1 or 2 of ISO 14289.
  package var part: Int {
    switch self {
    case .pdfA1b, .pdfUA1: 1
    case .pdfA2b, .pdfA2u, .pdfA2a, .pdfUA2: 2
    case .pdfA3b, .pdfA3u, .pdfA3a: 3
    case .pdfA4, .pdfA4f: 4
    }
  }

  /// The conformance level of PDF/A: `A`, `B`, `U`, `F`; nil if the part has none.
  package var level: String? {
    switch self {
    case .pdfA1b, .pdfA2b, .pdfA3b: "B"
    case .pdfA2u, .pdfA3u: "U"
    case .pdfA2a, .pdfA3a: "A"
    case .pdfA4f: "F"
    case .pdfA4, .pdfUA1, .pdfUA2: nil
    }
  }

  /// Whether files must be tagged.
  package var needsTags: Bool { isAccessibility || level == "A" }
  /// Whether all text must have Unicode values.
  package var needsUnicode: Bool { isAccessibility || level == "A" || level == "U" || part == 4 }

  /// The name as the standards write it, such as `PDF/A-2b`.
  package var description: String {
    isAccessibility ? rawValue.uppercased() : "PDF/A-" + rawValue.dropFirst(6)
  }
}

/// The profiles to which a document must conform: at most one of PDF/A, and one of PDF/UA.
package struct Conformance: Hashable, Sendable, CustomStringConvertible {
  /// The profile of PDF/A; nil for none.
  package private(set) var archive: ConformanceProfile?
  /// The profile of PDF/UA; nil for none.
  package private(set) var accessibility: ConformanceProfile?

  /// - Throws: `conformance` if both are of one standard, or need different versions of PDF.
  package init(_ profiles: [ConformanceProfile]) throws(PDFError) {
    for profile in profiles {
      guard (profile.isAccessibility ? accessibility : archive) == nil else {
        throw Self.failure("Two profiles of \(profile.isAccessibility ? "PDF/UA" : "PDF/A") cannot be combined.")
      }
      if profile.isAccessibility { accessibility = profile } else { archive = profile }
    }
    guard !profiles.isEmpty else { throw Self.failure("No profile is named. \(Self.known)") }
    if archive == .pdfA1b, accessibility != nil {
      throw Self.failure("PDF/A-1b is PDF 1.4, and PDF/UA needs PDF 1.7: combine PDF/UA-1 with PDF/A-2 or PDF/A-3.")
    }
    if let archive, let accessibility, (archive.part == 4) != (accessibility == .pdfUA2) {
      throw Self.failure(
        "PDF/UA-2 and PDF/A-4 are PDF 2.0, the others are not: \(archive) and \(accessibility) differ.")
    }
  }

  /// One or two profiles with a comma: `pdf/a-2b,pdf/ua-1`.
  package init(_ names: String) throws(PDFError) {
    var profiles: [ConformanceProfile] = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      guard let profile = ConformanceProfile(name: String(name)) else {
        throw Self.failure("\"\(name.trimmed.prefix(40))\" is not a known profile. \(Self.known)")
      }
      profiles.append(profile)
    }
    try self.init(profiles)
  }

  /// One or two profiles, PDF/A first.
  package var profiles: [ConformanceProfile] { [archive, accessibility].compactMap { $0 } }
  /// Whether the document must be tagged.
  package var needsTags: Bool { profiles.contains { $0.needsTags } }
  /// Whether files are PDF 2.0.
  var isVersion2: Bool { archive?.part == 4 || accessibility == .pdfUA2 }
  /// Whether files may have neither object streams nor cross-reference streams.
  var isVersion4: Bool { archive == .pdfA1b }

  package var description: String { profiles.map(\.rawValue).joined(separator: ",") }

  private static var known: String {
    "Known are " + ConformanceProfile.allCases.map(\.rawValue).joined(separator: ", ") + "; two with a comma."
  }

  private static func failure(_ message: String) -> PDFError { PDFError(code: .conformance, message: message) }
}

extension Substring {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
