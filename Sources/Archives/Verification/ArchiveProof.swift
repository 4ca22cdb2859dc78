/// The result of a verification: what holds, in the order of the checks, which stop at the first fault.
package struct ArchiveProof: Sendable {
  /// One sentence for each check that passed.
  package var proven: [String] = []
  /// The first check that failed; nil if all passed.
  package var fault: ArchiveError?

  package init() {}
}
