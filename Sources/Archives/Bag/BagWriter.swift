import OperatingSystem
import PDF

/// The contents of a bag.
package struct ArchiveExport {
  /// The file with which the document was registered.
  package var base: PDFFile
  /// All segments of the archive, in the order of arrival.
  package var segments: [ArchiveSegment]
  package var manifest: ArchiveManifest
  /// The bytes of the archive after the base.
  package var tail: [UInt8]
  /// The title of the document; nil for none.
  package var title: String?
  /// Time of registration and of export: ISO 8601 in UTC.
  package var registered: String
  package var exported: String
  /// Program name and version.
  package var software: String
  /// Deliveries of earlier exports.
  package var deliveries: [ArchiveDelivery]
  /// A timestamp token (RFC 3161) of `chainText` in DER; nil if there is none.
  package var timestamp: [UInt8]?
  /// The timestamps that were recorded on schedule, in the order of their segments.
  package var timestamps: [ChainTimestamp]

  package init(
    base: PDFFile, segments: [ArchiveSegment], manifest: ArchiveManifest, tail: [UInt8], title: String?,
    registered: String, exported: String, software: String, deliveries: [ArchiveDelivery] = [],
    timestamps: [ChainTimestamp] = []
  ) {
    self.base = base
    self.segments = segments
    self.manifest = manifest
    self.tail = tail
    self.title = title
    self.registered = registered
    self.exported = exported
    self.software = software
    self.deliveries = deliveries
    self.timestamps = timestamps
  }
}

extension ArchiveExport {
  /// The file `data/chain.txt`, which a timestamp proves.
  package var chainText: [UInt8] { Array(BagText.chain(self).utf8) }
}

/// Writes an archive as a bag (BagIt 1.0, RFC 8493): the base, all segments with their metadata, the resulting PDF, the
/// manifest of steps, the chain, and PREMIS events.
package struct BagWriter {
  private var sink: BagSink
  private var payload: [(path: String, sha256: String)] = []
  private var tags: [(path: String, sha256: String)] = []
  private var octets = 0

  /// Writes a tar file if the name ends in `.tar`, otherwise a folder. The bag appears at `target` complete or not at
  /// all.
  package static func write(
    _ export: ArchiveExport, to target: String, files: any FileOperations = SystemFileOperations()
  ) throws(ArchiveError) {
    var writer = BagWriter(sink: try BagSink(target.hasSuffix(".tar") ? .tar : .folder, at: target, files: files))
    do throws(ArchiveError) {
      try writer.write(export)
    } catch {
      writer.sink.discard()
      throw error
    }
  }

  private init(sink: BagSink) { self.sink = sink }

  private mutating func write(_ export: ArchiveExport) throws(ArchiveError) {
    try addPayload(BagNames.base, export.base.bytes, length: export.base.length)
    try addPayload(BagNames.document, export.base.bytes, length: export.base.length, tail: export.tail)
    for segment in export.segments {
      try addPayload(BagNames.segment(segment), PDFBytes(segment.bytes))
      try addPayload(BagNames.metadata(segment.sequence), PDFBytes(Array(segment.text.utf8)))
      guard let update = segment.update else { continue }
      try addPayload(BagNames.update(segment.sequence), PDFBytes(update.bytes))
      try addPayload(BagNames.updateRecord(segment.sequence), PDFBytes(Array(update.record.utf8)))
    }
    try addPayload(BagNames.chain, PDFBytes(export.chainText))
    try addPayload(BagNames.manifest, PDFBytes(Array(try export.manifest.json().utf8)))
    if !export.deliveries.isEmpty {
      try addPayload(BagNames.deliveries, PDFBytes(Array(try ArchiveDelivery.json(export.deliveries).utf8)))
    }
    try addTag(BagNames.premis, Array(Premis(export).text.utf8))
    if let timestamp = export.timestamp { try addTag(BagNames.timestamp, timestamp) }
    for timestamp in export.timestamps { try addTag(BagNames.timestamp(timestamp.sequence), timestamp.token) }
    try addTag("bagit.txt", Array(BagText.declaration.utf8))
    try addTag(BagNames.information, Array(BagText.information(export, octets: octets, count: payload.count).utf8))
    try addTag(BagNames.payloadListing, Array(BagText.listing(payload).utf8))
    try addTag(BagNames.tagListing, Array(BagText.listing(tags).utf8))
    try sink.finish()
  }

  private mutating func addPayload(
    _ path: String, _ bytes: PDFBytes, length: Int? = nil, tail: [UInt8] = []
  ) throws(ArchiveError) {
    let length = length ?? bytes.count
    var hash = SHA256()
    try sink.add(path, size: length + tail.count) { (write) throws(ArchiveError) in
      for start in stride(from: 0, to: length, by: 1 << 20) {
        let chunk = bytes.array(start..<min(length, start + 1 << 20))
        hash.update(data: chunk)
        try write(chunk)
        bytes.release(start..<start + 1 << 20)
      }
      hash.update(data: tail)
      try write(tail)
    }
    octets += length + tail.count
    payload.append((path, Hash.hex(hash.finalize())))
  }

  private mutating func addTag(_ path: String, _ bytes: [UInt8]) throws(ArchiveError) {
    try sink.add(path, size: bytes.count) { (write) throws(ArchiveError) in try write(bytes) }
    tags.append((path, Hash.of(bytes)))
  }
}

/// File names in a bag.
enum BagNames {
  static let base = "data/base.pdf"
  static let document = "data/document.pdf"
  static let chain = "data/chain.txt"
  static let manifest = "data/manifest.json"
  /// Present if the archive was delivered.
  static let deliveries = "data/deliveries.json"
  static let premis = "metadata/premis.xml"
  /// Present if the export has a timestamp.
  static let timestamp = "metadata/chain.tst"
  static let timestamps = "metadata/timestamps/"
  static let information = "bag-info.txt"
  static let payloadListing = "manifest-sha256.txt"
  static let tagListing = "tagmanifest-sha256.txt"

  static func segment(_ segment: ArchiveSegment) -> String {
    "data/segments/\(number(segment.sequence)).\(segment.fileType.extension)"
  }

  static func metadata(_ sequence: Int) -> String { "data/segments/\(number(sequence)).metadata.json" }

  static func update(_ sequence: Int) -> String { "data/segments/\(number(sequence)).update" }

  static func updateRecord(_ sequence: Int) -> String { "data/segments/\(number(sequence)).update.json" }

  /// The timestamp of the chain up to a segment.
  static func timestamp(_ sequence: Int) -> String { "\(timestamps)\(number(sequence)).tst" }

  /// The last segment that a timestamp covers, parsed from the timestamp's file name; nil for other names.
  static func sequence(ofTimestamp name: String) -> Int? {
    guard name.hasPrefix(timestamps), name.hasSuffix(".tst"),
      let sequence = Int(name.dropFirst(timestamps.count).dropLast(4)), timestamp(sequence) == name
    else { return nil }
    return sequence
  }

  private static func number(_ sequence: Int) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
