/// The result of a verification of an archive: the passed checks in order, up to the first that failed.
package struct VerificationResult: Sendable {
  /// One sentence for each check that passed.
  package var proven: [String] = []
  /// Findings that are not faults, such as annotations that cover most of a page.
  package var remarks: [String] = []
  /// The version of the rules by which a bag was built, if it is an earlier one than the current: then the document is
  /// checked step by step, but not built again.
  package var earlierRules: Int?
  /// The first check that failed; nil if all passed.
  package var fault: ArchiveError?

  package init(fault: ArchiveError? = nil) { self.fault = fault }
}
