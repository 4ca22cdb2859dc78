import CPango

/// The bytes of one font face and its FreeType face, which is opened when the face is first drawn.
///
/// Retained by the typeface and by Cairo's font face.
final class FontData {
  private let blob: OpaquePointer
  private let faceIndex: Int
  /// The path of the font file; `nil` for a font of the document.
  let path: String?
  private var library: FT_Library?
  private var loaded: FT_Face?

  /// - Parameters:
  ///   - blob: an `hb_blob_t`; this object takes ownership of the reference.
  ///   - faceIndex: as in FreeType: the index in a collection, with the index of a named instance in the upper 16 bits.
  init(blob: OpaquePointer, faceIndex: Int, path: String? = nil) {
    self.blob = blob
    self.faceIndex = faceIndex
    self.path = path
  }

  /// The number of a named instance of a variable font, from 1; 0 for none.
  var instance: Int { faceIndex >> 16 & 0x7FFF }

  deinit {
    if let loaded { FT_Done_Face(loaded) }
    if let library { FT_Done_FreeType(library) }
    hb_blob_destroy(blob)
  }

  /// Maps a font file into memory.
  convenience init?(path: String, faceIndex: Int) {
    guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
    self.init(blob: blob, faceIndex: faceIndex, path: path)
  }

  /// Copies a font's bytes.
  convenience init?(_ bytes: [UInt8]) {
    guard let length = UInt32(exactly: bytes.count), length > 0 else { return nil }
    let blob = bytes.withUnsafeBytes {
      hb_blob_create(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), length, HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    guard let blob else { return nil }
    self.init(blob: blob, faceIndex: 0)
  }

  /// The `FT_Face`; `nil` if FreeType cannot read the font.
  var freeTypeFace: FT_Face? {
    if let loaded { return loaded }
    if library == nil, FT_Init_FreeType(&library) != 0 { return nil }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    let status = data.withMemoryRebound(to: FT_Byte.self, capacity: Int(length)) {
      FT_New_Memory_Face(library, $0, FT_Long(length), FT_Long(faceIndex), &loaded)
    }
    return status == 0 ? loaded : nil
  }

  /// A new `hb_face_t` over these bytes; the caller owns it. The bytes must outlive it.
  ///
  /// HarfBuzz reads SFNT only; FreeType decompresses WOFF and WOFF2.
  func makeHarfBuzzFace() -> OpaquePointer? {
    let face: OpaquePointer?
    if isWebFont {
      guard let freeTypeFace else { return nil }
      face = hb_ft_face_create_referenced(freeTypeFace)
    } else {
      face = hb_face_create(blob, UInt32(faceIndex & 0xFFFF))
    }
    guard let face else { return nil }
    if hb_face_get_glyph_count(face) == 0 {
      hb_face_destroy(face)
      return nil
    }
    return face
  }

  /// The size of the decompressed font according to its header (`totalSfntSize` of WOFF and WOFF2), in bytes.
  static func unpackedSize(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= 20, bytes.starts(with: [0x77, 0x4F, 0x46]) else { return bytes.count }
    return max(bytes.count, bytes[16..<20].reduce(0) { $0 << 8 | Int($1) })
  }

  private var isWebFont: Bool {
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length >= 4 else { return false }
    return data[0] == 0x77 && data[1] == 0x4F && data[2] == 0x46  // "wOF"
  }
}
