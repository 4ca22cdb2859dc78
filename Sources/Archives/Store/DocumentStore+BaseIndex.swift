import ArtifactStore
import Foundation
import PDF

/// The stored indexes of bases.
///
/// An index is derived from its base and serves only to refuse segments early: what is built and verified is checked
/// without it. Each tenant has an index of its own, even of the same base: a login that may add segments for a tenant
/// may also store an index, and must not affect other tenants.
extension DocumentStore {
  /// The stored index of a base; nil if there is none of this format, or if it is damaged.
  package func baseIndex(of base: String) async throws -> [UInt8]? {
    let rows = try await queue.query(
      Statements.baseIndex, [.text(tenant), .text(base), .integer(Int64(BaseIndex.format))])
    guard let row = rows.first,
      let data = Data(base64Encoded: try row.decode("bytes", as: String.self), options: .ignoreUnknownCharacters)
    else { return nil }
    let bytes = [UInt8](data)
    guard Hash.of(bytes) == (try row.decode("sha256", as: String.self)), BaseIndex.isIndex(bytes, of: base) else {
      return nil
    }
    return bytes
  }

  /// Stores the index of a base, in place of an earlier one. An index that is too large, or of another base, is not
  /// stored.
  package func record(baseIndex bytes: [UInt8], of base: String) async throws {
    guard BaseIndex.isIndex(bytes, of: base), bytes.count <= Self.indexLimit else { return }
    _ = try await queue.query(
      Statements.recordBaseIndex,
      [
        .text(base), .integer(Int64(BaseIndex.format)), .text(Data(bytes).base64EncodedString()), .text(tenant),
      ])
  }

  /// The limit that `record_base_index` states.
  private static let indexLimit = 64 << 20

  /// Makes the index of a document's base known to this process: the stored one, or else it is made and stored.
  func useIndex(ofBaseOf document: AnnotatedDocument, _ artifacts: ArtifactStore) async throws {
    let base = document.baseSHA256
    guard BaseIndexCache.shared[base] == nil else { return }
    if let stored = try await baseIndex(of: base) { BaseIndexCache.shared.add(stored, of: base) }
    guard BaseIndexCache.shared[base] == nil else { return }
    // If the base is missing or cannot be read, the check of the segment says why.
    guard let made = try? await artifacts.withLocalFile(of: base, { try BaseIndex.encoded(of: PDFFile(path: $0)) })
    else { return }
    BaseIndexCache.shared.add(made, of: base)
    try await record(baseIndex: made, of: base)
  }
}
