import Application
import Archives
import ArgumentParser
import PDF
import Signing

struct ArchiveVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify a PDF, a bag or a document, and show the first fault.",
    discussion: """
      For a PDF: that each update fits the preceding bytes, and what it changes. For a bag: its manifests, the chain of \
      its segments, and that they give its document. For a document: the same for the database and the artifact store.

      The exit status is 0 if all is proven, 1 with the first fault, and 3 if a bag was built by earlier rules: then each \
      update in its document is checked, but the document is not built again. --accept-earlier-rules makes that a 0.
      """)

  @Argument(help: "A PDF, a bag (a folder or a .tar), or the name of a document.")
  var target: String

  @OptionGroup
  var owner: DocumentTenantArguments

  @Option(help: "The base of a PDF: the PDF must begin with these bytes.")
  var base: String?

  @Option(help: "A chain hash that was recorded elsewhere: the chain of the bag or document must contain it.")
  var chain: String?

  @Option(
    help:
      "Certificates that timestamps of the chain are checked with, as PEM; there must be one. By default the ca of timestamps.yaml, or the system's."
  )
  var timestampCa: String?

  @Flag(help: "Accept a bag that was built by earlier rules.")
  var acceptEarlierRules = false

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard chain.map({ Hash.bytes($0) != nil }) ?? true else {
      throw ValidationError("--chain is 64 lower-case hexadecimal digits.")
    }
  }

  func run() async throws {
    let result: VerificationResult
    let target = ArchiveTarget(target)
    switch target {
    case .file(let path):
      guard chain == nil else { throw Failure("a PDF has no chain", place: path, status: Failure.badInput) }
      result = try about(path) { () throws(PDFError) in try FileVerification.verify(path, base: base) }
    case .bag(let path):
      result = BagReader.verify(path, chain: chain, timestamp: try timestampCheck(), needsTimestamp: timestampCa != nil)
    case .document(let id):
      let installation = Installation()
      let check = try timestampCheck()
      result = try await installation.withDocuments(of: owner.tenant) {
        try await DocumentVerification.verify(
          id, chain: chain, timestamp: check, needsTimestamp: timestampCa != nil, in: $0,
          artifacts: installation.artifactStore())
      }
    }
    try show(result, of: target)
    if result.fault != nil { throw ExitCode(Failure.failed) }
    if result.earlierRules != nil, !acceptEarlierRules { throw ExitCode(Failure.earlierRules) }
  }

  private func timestampCheck() throws -> ChainTimestamp.Check {
    let file = try timestampCa ?? Installation().chainTimestamps?.settings()?.authority.certificates
    let trusted = try file.map { try read($0) }
    return { try TimestampToken.verify($0, of: $1, trusted: trusted) }
  }

  private func show(_ result: VerificationResult, of found: ArchiveTarget) throws {
    guard json else {
      print("verified: \(Table.printable(found.description))")
      for sentence in result.proven { print("proven: \(Table.printable(sentence))") }
      for remark in result.remarks { print("note: \(Table.printable(remark))") }
      if let rules = result.earlierRules, !acceptEarlierRules {
        printMessage(
          "warning: \(Table.printable(target)): was built by rules \(rules), so it is proven step by step only\n"
            + "  hint: --accept-earlier-rules accepts that")
      }
      if let fault = result.fault {
        printMessage("error: \(Table.printable(target)): \(Table.printable(fault.description))")
      }
      return
    }
    var writer = JSONWriter()
    writer.object {
      $0.field("target", target)
      $0.field("kind", found.kind)
      $0.field("holds", result.fault == nil)
      $0.key("proven")
      $0.array(result.proven) { $0.string($1) }
      $0.key("remarks")
      $0.array(result.remarks) { $0.string($1) }
      $0.field("earlier_rules", result.earlierRules)
      $0.key("fault")
      guard let fault = result.fault else { return $0.null() }
      $0.object {
        $0.field("code", fault.code.rawValue)
        $0.field("place", fault.place)
        $0.field("offset", fault.offset)
        $0.field("message", fault.message)
      }
    }
    try writer.finish()
  }
}
