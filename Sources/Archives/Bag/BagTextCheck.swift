import Foundation
import PDF

/// Verifies the text files of a bag: they are written again from its contents and compared byte for byte, so that no
/// byte of a bag is without a check.
struct BagTextCheck {
  let folder: BagFolder
  let manifest: ArchiveManifest
  let base: PDFFile
  let segments: [ArchiveSegment]

  /// The chain that description and history state, whatever version wrote them.
  func verifyChain() throws(ArchiveError) {
    let information = try text(BagNames.information)
    guard information.split(whereSeparator: \.isNewline).contains("Pressrun-Chain: \(manifest.chain)") else {
      throw ArchiveError(.bag, "does not state the chain \(manifest.chain)", place: BagNames.information)
    }
    let history = try text(BagNames.premis)
    for hash in segments.map(\.chain) + [manifest.chain] where !history.contains(hash) {
      throw ArchiveError(.bag, "does not state the chain \(hash)", place: BagNames.premis)
    }
  }

  /// Compares all files with those that this version writes.
  /// - Parameters:
  ///   - payload: the verified hashes of the payload files.
  ///   - tags: the verified hashes of the tag files.
  func verify(payload: [String: String], tags: [String: String]) throws(ArchiveError) {
    let information = try text(BagNames.information)
    let history = try text(BagNames.premis)
    var export = ArchiveExport(
      base: base, segments: segments, manifest: manifest, tail: [], title: value(of: "Title", in: information),
      registered: date(of: Premis.registered(manifest), in: history),
      exported: date(of: Premis.built(manifest), in: history),
      software: value(of: "Bag-Software-Agent", in: information) ?? "")
    if export.software.isEmpty { export.software = "unknown" }
    let hasDeliveries = payload[BagNames.deliveries] != nil
    if hasDeliveries {
      export.deliveries = try ArchiveDelivery.all(json: try folder.text(BagNames.deliveries))
      guard !export.deliveries.isEmpty else { throw ArchiveError(.bag, "lists nothing", place: BagNames.deliveries) }
      try compare(BagNames.deliveries, ArchiveDelivery.json(export.deliveries))
    }
    var octets = 0
    for file in payload.keys { octets += try folder.bytes(file).count }
    try compare(BagNames.chain, BagText.chain(export))
    try compare(BagNames.premis, Premis(export).text)
    try compare("bagit.txt", BagText.declaration)
    try compare(BagNames.information, BagText.information(export, octets: octets, count: payload.count))
    try compare(
      BagNames.payloadListing,
      listing(BagText.payload(segments, hasDeliveries: hasDeliveries), payload))
    let names = BagText.tags(
      hasTimestamp: tags[BagNames.timestamp] != nil,
      timestamps: tags.keys.compactMap(BagNames.sequence(ofTimestamp:)).filter { 0...segments.count ~= $0 }.sorted())
    try compare(BagNames.tagListing, listing(names, tags))
  }

  private func listing(
    _ files: [String], _ hashes: [String: String]
  ) throws(ArchiveError) -> String {
    if let other = Set(hashes.keys).subtracting(files).sorted().first {
      throw ArchiveError(.bag, "does not belong to a bag of an archive", place: other)
    }
    return BagText.listing(files.map { ($0, hashes[$0] ?? "") })
  }

  private func compare(_ name: String, _ expected: String) throws(ArchiveError) {
    let bytes = try folder.text(name)
    let expected = Array(expected.utf8)
    guard bytes != expected else { return }
    let offset = zip(bytes, expected).enumerated().first { $1.0 != $1.1 }?.offset
    throw ArchiveError(
      .bag, "differs from the file rebuilt from base and segments", place: name,
      offset: offset ?? min(bytes.count, expected.count))
  }

  private func text(_ name: String) throws(ArchiveError) -> String {
    String(decoding: try folder.text(name), as: UTF8.self)
  }

  /// The value of a line of `bag-info.txt`.
  private func value(of name: String, in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  /// The time of an event, which is stated nowhere else; empty if it is missing.
  private func date(of event: String, in history: String) -> String {
    guard let name = history.range(of: "<eventIdentifierValue>\(event)</eventIdentifierValue>"),
      let start = history.range(of: "<eventDateTime>", range: name.upperBound..<history.endIndex),
      let end = history.range(of: "</eventDateTime>", range: start.upperBound..<history.endIndex)
    else { return "" }
    return String(history[start.upperBound..<end.lowerBound])
  }
}
