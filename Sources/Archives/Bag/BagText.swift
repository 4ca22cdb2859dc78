/// The text files of a bag, which follow from its contents. A bag that was not changed has exactly these bytes.
enum BagText {
  static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

  static func listing(_ files: [(path: String, sha256: String)]) -> String {
    files.map { "\($0.sha256)  \($0.path)\n" }.joined()
  }

  static func chain(_ export: ArchiveExport) -> String {
    ArchiveChain.text(base: export.manifest.base.sha256, export.segments)
  }

  /// `bag-info.txt` (RFC 8493, 2.2.2). A value must not contain line breaks.
  /// - Parameters:
  ///   - octets: bytes of the payload.
  ///   - count: files of the payload.
  static func information(_ export: ArchiveExport, octets: Int, count: Int) -> String {
    let manifest = export.manifest
    let refused = manifest.steps.count(where: \.isLeftOut)
    var lines = [
      "Bag-Software-Agent: \(export.software)", "Bagging-Date: \(export.exported.prefix(10))",
      "Payload-Oxum: \(octets).\(count)", "External-Identifier: \(manifest.document)",
      "Internal-Sender-Identifier: \(manifest.document)/\(manifest.sequence)",
      "External-Description: An annotated PDF: its base, \(manifest.sequence) annotation segments, and the PDF they make.",
      "Pressrun-Chain: \(manifest.chain)", "Pressrun-Segments-Not-In-Document: \(refused)",
    ]
    if let title = export.title {
      lines.append("Title: " + String(title.map { $0.isNewline || $0 == "\0" ? " " : $0 }))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Payload files in the order in which they are written and listed.
  static func payload(_ segments: [ArchiveSegment], hasDeliveries: Bool) -> [String] {
    [BagNames.base, BagNames.document]
      + segments.flatMap { files(of: $0) } + [BagNames.chain, BagNames.manifest]
      + (hasDeliveries ? [BagNames.deliveries] : [])
  }

  /// Tag files in that order, without `tagmanifest-sha256.txt`.
  /// - Parameter timestamps: the last segments of the timestamps of earlier states of the chain.
  static func tags(hasTimestamp: Bool, timestamps: [Int]) -> [String] {
    [BagNames.premis] + (hasTimestamp ? [BagNames.timestamp] : []) + timestamps.map(BagNames.timestamp)
      + ["bagit.txt", BagNames.information, BagNames.payloadListing]
  }

  private static func files(of segment: ArchiveSegment) -> [String] {
    [BagNames.segment(segment), BagNames.metadata(segment.sequence)]
      + (segment.update == nil ? [] : [BagNames.update(segment.sequence), BagNames.updateRecord(segment.sequence)])
  }
}
