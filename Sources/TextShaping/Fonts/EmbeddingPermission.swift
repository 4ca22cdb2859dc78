import CPango

/// Whether a font may be embedded in documents, by `fsType` in its table `OS/2` (OpenType 1.9.1).
enum EmbeddingPermission {
  /// Why the font may not be embedded as a subset, as documents need it; nil if it may.
  static func refusal(of face: OpaquePointer) -> String? {
    guard let table = hb_face_reference_table(face, hb_tag_from_string("OS/2", -1)) else { return nil }
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(table, &length), length >= 10 else { return nil }
    let type = UInt16(UInt8(bitPattern: data[8])) << 8 | UInt16(UInt8(bitPattern: data[9]))
    // Of the usage permissions (bits 0 to 3) the least restrictive one counts.
    if type & 0x000F == 0x0002 { return "its license does not permit embedding" }
    if type & 0x0100 != 0 { return "its license does not permit subsets" }
    if type & 0x0200 != 0 { return "its license permits the embedding of bitmaps only" }
    return nil
  }
}
