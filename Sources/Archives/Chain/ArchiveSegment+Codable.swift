import Foundation

/// The encoding of a segment that is sent to another process. Decoding checks it like `init`.
extension ArchiveSegment: Codable {
  private enum CodingKeys: String, CodingKey { case bytes, text, chain, update }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      bytes: Array(try values.decode(Data.self, forKey: .bytes)),
      metadata: try values.decode(String.self, forKey: .text),
      chain: try values.decode(String.self, forKey: .chain),
      update: try values.decodeIfPresent(StoredUpdate.self, forKey: .update))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Data(bytes), forKey: .bytes)
    try values.encode(text, forKey: .text)
    try values.encode(chain, forKey: .chain)
    try values.encodeIfPresent(update, forKey: .update)
  }
}
