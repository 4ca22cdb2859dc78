import Diagnostics
import Foundation
import PDF

/// Verifies the order and integrity of the contents of a bag, using the bag only.
package struct BagReader {
  private let folder: BagFolder

  /// Whether `path` is a bag: a folder with `bagit.txt`, or a tar file.
  package static func isBag(_ path: String) -> Bool {
    path.hasSuffix(".tar") || FileManager.default.fileExists(atPath: path + "/bagit.txt")
  }

  /// - Parameters:
  ///   - chain: a chain hash that was recorded elsewhere; the chain must contain it.
  ///   - timestamp: checks the timestamps of the chain; nil to leave that out.
  ///   - needsTimestamp: whether a bag without a timestamp is a fault.
  ///   - convert: converts segments in other formats to incremental updates.
  package static func verify(
    _ path: String, chain: String? = nil, timestamp: ChainTimestamp.Check? = nil, needsTimestamp: Bool = false,
    convert: @escaping ArchiveBuilder.Converter = ArchiveBuilder.refuse
  ) -> VerificationResult {
    var result = VerificationResult()
    func verify(folder: String) throws {
      let bag = try BagReader(folder)
      let (base, segments) = try bag.verify(&result, chain, convert)
      try TimestampVerification(base: base, segments: segments, check: timestamp)
        .verify(bag.timestamps(of: segments), isNeeded: needsTimestamp, &result)
    }
    do {
      if path.hasSuffix(".tar") {
        try BagTar.withFolder(path) { try verify(folder: $0) }
      } else {
        try verify(folder: path)
      }
    } catch let error as ArchiveError {
      result.fault = error
    } catch let error as PDFError {
      result.fault = ArchiveError(.bag, error.message, place: BagNames.document, offset: error.offset)
    } catch {
      result.fault = ArchiveError(.io, "\(error)", place: path)
    }
    return result
  }

  private init(_ path: String) throws(ArchiveError) { folder = try BagFolder(path) }

  /// - Returns: the SHA-256 of the base, and the segments.
  private func verify(
    _ result: inout VerificationResult, _ chain: String?, _ convert: @escaping ArchiveBuilder.Converter
  ) throws -> (base: String, segments: [ArchiveSegment]) {
    try checkDeclaration()
    let payload = try listing(BagNames.payloadListing)
    try check(payload, covers: folder.files.filter { $0.hasPrefix("data/") }, in: BagNames.payloadListing)
    try checkOxum(payload.count)
    result.proven.append("Each of the \(payload.count) payload files is listed and has the SHA-256 that is listed.")
    let tags = try listing(BagNames.tagListing)
    try check(
      tags, covers: folder.files.filter { !$0.hasPrefix("data/") && $0 != BagNames.tagListing },
      in: BagNames.tagListing)
    result.proven.append("Each of the \(tags.count) tag files is listed and has the SHA-256 that is listed.")

    let stated = try ArchiveManifest(json: try folder.text(BagNames.manifest))
    guard stated.rules <= ArchiveManifest.currentRules else {
      throw ArchiveError(
        .bag, "was built by rules \(stated.rules), and this program knows rules up to \(ArchiveManifest.currentRules)",
        place: BagNames.manifest)
    }
    let segments = try self.segments(payload, stated)
    let base = try PDFFile(folder.bytes(BagNames.base))
    var builder = try ArchiveBuilder(
      document: stated.document, tenant: stated.tenant, base: base, sha256: stated.base.sha256, convert: convert)
    result.proven.append("The base is the file that the document was registered with: \(stated.base.sha256).")
    for segment in segments { try builder.add(segment) }
    let found = builder.manifest()
    if let disagreement = builder.disagreement { throw disagreement }
    guard found.chain == stated.chain, found.sequence == stated.sequence else {
      throw ArchiveError(
        .chain, "the recomputed chain ends with \(found.chain), the recorded one with \(stated.chain)",
        place: BagNames.manifest)
    }
    result.proven.append(
      "The chain over the base and \(counted(segments.count, "segment")) holds: none is changed, missing or out of order."
    )
    if let chain { result.proven.append(try ArchiveChain.sentence(on: chain, base: stated.base.sha256, segments)) }
    try verifyDocument(&result, builder, found, stated, base, segments)
    let texts = BagTextCheck(folder: folder, manifest: stated, base: base, segments: segments)
    try texts.verifyChain()
    if stated.rules == ArchiveManifest.currentRules { try texts.verify(payload: payload, tags: tags) }
    result.proven.append("bag-info.txt and the history match the chain.")
    result.remarks = try PDFFile(folder.bytes(BagNames.document)).coveredPages().map(\.remark)
    return (stated.base.sha256, segments)
  }

  /// The timestamps of the chain, in the order of their segments.
  private func timestamps(of segments: [ArchiveSegment]) throws(ArchiveError) -> [TimestampVerification.Item] {
    var found: [(sequence: Int, place: String)] = folder.files.compactMap { name in
      BagNames.sequence(ofTimestamp: name).map { ($0, name) }
    }
    found.sort { $0.sequence < $1.sequence }
    if folder.files.contains(BagNames.timestamp) { found.append((segments.count, BagNames.timestamp)) }
    var items: [TimestampVerification.Item] = []
    for (sequence, place) in found {
      items.append(TimestampVerification.Item(sequence: sequence, token: try folder.text(place), place: place))
    }
    return items
  }

  private func verifyDocument(
    _ result: inout VerificationResult, _ builder: ArchiveBuilder, _ found: ArchiveManifest, _ stated: ArchiveManifest,
    _ base: PDFFile, _ segments: [ArchiveSegment]
  ) throws {
    let document = try folder.bytes(BagNames.document)
    let missing = stated.steps.count(where: \.isLeftOut)
    let rest =
      missing == 0
      ? "" : " \(counted(missing, "segment is", "segments are")) stored, but left out of it, as the manifest states."
    guard stated.rules == ArchiveManifest.currentRules else {
      result.earlierRules = stated.rules
      let replay = try DocumentReplay(document, base: base, segments: segments, manifest: stated)
      result.proven.append(
        "The document is the base and \(replay.original + replay.written) valid updates that only annotate; "
          + "\(replay.original) are segments byte for byte, \(replay.written) were converted from segments by rules "
          + "\(stated.rules), which this program (rules \(ArchiveManifest.currentRules)) cannot repeat." + rest)
      return
    }
    if let offset = ArchiveBuilder.firstDifference(document, builder.file) {
      throw ArchiveError(
        .bag, "differs from the document rebuilt from base and segments", place: BagNames.document, offset: offset)
    }
    guard found.agrees(with: stated) else {
      throw ArchiveError(.bag, "lists other steps than a rebuild", place: BagNames.manifest)
    }
    result.proven.append(
      "The document equals the one rebuilt from base and segments, byte for byte; "
        + "its first \(base.length) bytes are the base." + rest)
  }

  /// Lines end with LF, CR or CRLF (RFC 8493, 1.3).
  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  /// RFC 8493, 2.1.1.
  private func checkDeclaration() throws(ArchiveError) {
    let lines = Self.lines(try folder.text("bagit.txt", limit: 4_096))
    guard lines.count == 2, lines[0] == "BagIt-Version: 1.0", lines[1] == "Tag-File-Character-Encoding: UTF-8" else {
      throw ArchiveError(.bag, "is not a declaration of BagIt 1.0 in UTF-8", place: "bagit.txt")
    }
  }

  /// RFC 8493, 2.1.3: each line has a hash with upper- or lower-case digits, white space and a file name.
  private func listing(_ name: String) throws(ArchiveError) -> [String: String] {
    var files: [String: String] = [:]
    for line in Self.lines(try folder.text(name)) {
      let parts = line.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
      guard parts.count == 2, Hash.bytes(parts[0].lowercased()) != nil else {
        throw ArchiveError(.bag, "has a line that is not a SHA-256 and a name", place: name)
      }
      let path = parts[1].drop { $0 == " " || $0 == "\t" }
      guard files.updateValue(parts[0].lowercased(), forKey: String(path)) == nil else {
        throw ArchiveError(.bag, "lists \(path) twice", place: name)
      }
    }
    return files
  }

  private func check(_ listed: [String: String], covers files: [String], in name: String) throws(ArchiveError) {
    for file in files where listed[file] == nil { throw ArchiveError(.bag, "is not listed in \(name)", place: file) }
    let present = Set(files)
    for (file, sha256) in listed.sorted(by: { $0.key < $1.key }) {
      guard present.contains(file) else { throw ArchiveError(.bag, "is listed in \(name), but missing", place: file) }
      let found = Hash.of(try folder.bytes(file))
      guard found == sha256 else {
        throw ArchiveError(.bag, "has the SHA-256 \(found), \(name) lists \(sha256)", place: file)
      }
    }
  }

  /// RFC 8493, 2.2.2: number of bytes and files of the payload.
  private func checkOxum(_ count: Int) throws(ArchiveError) {
    let lines = Self.lines(try folder.text("bag-info.txt", limit: 1 << 20))
    guard let line = lines.first(where: { $0.hasPrefix("Payload-Oxum: ") }) else { return }
    var octets = 0
    for file in folder.files where file.hasPrefix("data/") { octets += try folder.bytes(file).count }
    guard line == "Payload-Oxum: \(octets).\(count)" else {
      throw ArchiveError(
        .bag, "Payload-Oxum is \(line.dropFirst(14)), expected \(octets).\(count)", place: "bag-info.txt")
    }
  }

  private func segments(
    _ payload: [String: String], _ manifest: ArchiveManifest
  ) throws(ArchiveError) -> [ArchiveSegment] {
    var chain: [Int: String] = [:]
    for line in String(decoding: try folder.text(BagNames.chain), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let sequence = Int(parts[0]) else {
        throw ArchiveError(.chain, "has a line that is not a number and a hash", place: BagNames.chain)
      }
      chain[sequence] = String(parts[1])
    }
    var segments: [ArchiveSegment] = []
    for step in manifest.steps {
      let name = BagNames.metadata(step.sequence)
      guard payload[name] != nil, let hash = chain[step.sequence] else {
        throw ArchiveError(.bag, "is missing", place: name)
      }
      let stem = String(name.dropLast("metadata.json".count))
      let files = step.format.fileExtensions.map { stem + $0 }
      guard let file = files.first(where: { payload[$0] != nil }) else {
        throw ArchiveError(.bag, "is missing", place: files.joined(separator: " or "))
      }
      var update: StoredUpdate?
      if payload[BagNames.update(step.sequence)] != nil {
        update = StoredUpdate(
          bytes: try folder.text(BagNames.update(step.sequence)),
          record: String(decoding: try folder.text(BagNames.updateRecord(step.sequence)), as: UTF8.self))
      }
      segments.append(
        try ArchiveSegment(
          bytes: try folder.text(file), metadata: String(decoding: try folder.text(name), as: UTF8.self), chain: hash,
          update: update))
    }
    return segments
  }
}
