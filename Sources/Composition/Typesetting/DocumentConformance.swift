import Diagnostics
import PDF

/// The profiles to which a document's PDF must conform, and the consequence if it does not.
package struct ConformanceRequest: Hashable, Sendable {
  /// What happens to a document that does not conform.
  package enum Failure: String, CaseIterable, Sendable {
    /// The document fails, with all reasons.
    case refuse
    /// The document is kept, with a warning for each reason.
    case warn
  }
  package var profiles: Conformance
  package var failure: Failure

  package init(_ profiles: Conformance, failure: Failure = .refuse) {
    self.profiles = profiles
    self.failure = failure
  }

  /// - Parameter names: of profiles, separated by commas.
  /// - Throws: `invalidValue` for unknown profiles and those that exclude each other.
  package init(named names: String) throws(CompositionError) {
    do throws(PDFError) {
      self.init(try Conformance(names))
    } catch {
      throw CompositionError(.invalidValue, error.message)
    }
  }

  /// Checks a file against each profile.
  /// - Returns: a warning for each rule that it violates, if the document is kept then.
  /// - Throws: `notConforming` with all rules that it violates.
  func check(_ file: [UInt8]) throws(CompositionError) -> [Diagnostic] {
    var violations: [String] = []
    for profile in profiles.profiles {
      do throws(PDFError) {
        violations += try ConformanceCheck.violations(in: PDFBytes(file), profile).map { "\(profile), \($0)" }
      } catch {
        throw CompositionError(.renderingFailed, "the PDF cannot be checked: \(error)")
      }
    }
    guard !violations.isEmpty else { return [] }
    guard failure == .warn else {
      let reasons = violations.prefix(20).joined(separator: "\n")
      let more = violations.count > 20 ? "\nand \(violations.count - 20) more" : ""
      throw CompositionError(.notConforming, "the document cannot conform to \(profiles):\n\(reasons)\(more)")
    }
    return violations.map { Diagnostic("not_conforming", $0) }
  }
}

extension ComposedDocument {
  /// Makes the document conform to profiles: HTML by `HTMLDocument.conform(to:)`, a binder by its parts. A finished PDF
  /// is not changed, only checked.
  /// - Throws: `invalidValue` for a profile that a binder cannot have.
  package mutating func conform(to request: ConformanceRequest) throws(CompositionError) {
    switch self {
    case .html(var document):
      document.conform(to: request)
      self = .html(document)
    case .pdf(var document):
      document.conformance = request
      self = .pdf(document)
    case .binder(var binder):
      try binder.conform(to: request)
      self = .binder(binder)
    }
  }
}

extension ComposedPDF {
  /// The warnings, with those about its conformance.
  /// - Throws: `notConforming` with all rules that it violates.
  func checkedWarnings() throws(CompositionError) -> [Diagnostic] { warnings + (try conformance?.check(bytes) ?? []) }
}

extension ComposedBinder {
  mutating func conform(to request: ConformanceRequest) throws(CompositionError) {
    guard request.profiles.isPossibleForMergedFiles else {
      throw CompositionError(
        .invalidValue, "a binder is PDF 1.7 and cannot conform to \(request.profiles); use PDF/A-2, PDF/A-3 or PDF/UA-1"
      )
    }
    conformance = request
    if request.profiles.needsTags { isTagged = true }
  }
}

extension HTMLDocument {
  /// Sets the profiles to which the document's PDF must conform. Tags it if they require tags. A profile of PDF/A that
  /// an attachment requires is kept unless another one is requested.
  package mutating func conform(to request: ConformanceRequest) {
    var request = request
    if let archive = conformance?.profiles.archive, request.profiles.archive == nil,
      let both = try? Conformance([archive] + request.profiles.profiles)
    {
      request.profiles = both
    }
    conformance = request
    if request.profiles.needsTags { isTagged = true }
  }

  /// The metadata with the entries that PDF/UA requires: a title (ISO 14289-1, 7.1) and a language (7.2).
  func completed(_ metadata: Metadata) -> (Metadata, [Diagnostic]) {
    guard conformance?.profiles.accessibility != nil else { return (metadata, []) }
    var metadata = metadata
    var warnings: [Diagnostic] = []
    let place = SourceLocation(source: name)
    if metadata.title.isEmpty {
      let file = name.split(separator: "/").last.map(String.init) ?? ""
      metadata.title = file.isEmpty ? "Document" : file
      warnings.append(
        Diagnostic(
          "title_missing", "The document has no title; its name \"\(metadata.title)\" is used. Add a title element.",
          at: place))
    }
    if metadata.language.isEmpty {
      metadata.language = "en"
      warnings.append(
        Diagnostic(
          "language_missing", "The document states no language; English is assumed. Set lang on the html element.",
          at: place))
    }
    return (metadata, warnings)
  }
}
