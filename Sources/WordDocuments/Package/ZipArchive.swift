import CZip
import Glibc

/// Writes ZIP archives to memory with libzip. All entries have the same time, so that equal content gives equal bytes.
enum ZipArchive {
  struct Entry {
    var name: String
    var bytes: [UInt8]
    /// It is false for content that is compressed already, such as PNG.
    var isCompressed = true
  }

  /// 1 January 1980, the first date of the format, as in Word's own files.
  private static let date: UInt16 = 1 << 5 | 1

  /// - Throws: `packaging`.
  static func write(_ entries: [Entry]) throws(WordError) -> [UInt8] {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let target = zip_source_buffer_create(nil, 0, 0, &error) else { throw failure(&error) }
    // `zip_close` releases the source once; the archive is read from it afterwards.
    zip_source_keep(target)
    defer { zip_source_free(target) }
    guard let archive = zip_open_from_source(target, ZIP_TRUNCATE, &error) else {
      zip_source_free(target)
      throw failure(&error)
    }
    var isClosed = false
    defer { if !isClosed { zip_discard(archive) } }
    for entry in entries { try add(entry, to: archive) }
    guard zip_close(archive) == 0 else { throw failure(zip_get_error(archive)) }
    isClosed = true
    return try content(of: target)
  }

  private static func add(_ entry: Entry, to archive: OpaquePointer) throws(WordError) {
    // libzip reads the bytes when the archive is closed, and frees this copy.
    guard let copy = malloc(max(1, entry.bytes.count)) else {
      throw WordError(.packaging, "There is not enough memory for the part \(entry.name).")
    }
    entry.bytes.withUnsafeBytes { if let base = $0.baseAddress { copy.copyMemory(from: base, byteCount: $0.count) } }
    guard let source = zip_source_buffer(archive, copy, UInt64(entry.bytes.count), 1) else {
      free(copy)
      throw failure(zip_get_error(archive))
    }
    let index = zip_file_add(archive, entry.name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      zip_source_free(source)
      throw failure(zip_get_error(archive))
    }
    zip_set_file_compression(archive, UInt64(index), entry.isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 6)
    zip_file_set_dostime(archive, UInt64(index), 0, date, 0)
  }

  private static func content(of source: OpaquePointer) throws(WordError) -> [UInt8] {
    var status = zip_stat_t()
    guard zip_source_stat(source, &status) == 0, zip_source_open(source) == 0 else {
      throw failure(zip_source_error(source))
    }
    defer { zip_source_close(source) }
    let size = Int(status.size)
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while count < size {
        let read = zip_source_read(source, buffer.baseAddress! + count, UInt64(size - count))
        guard read > 0 else { break }
        count += Int(read)
      }
      initialized = count
    }
    guard count == size else { throw failure(zip_source_error(source)) }
    return bytes
  }

  private static func failure(_ error: UnsafeMutablePointer<zip_error_t>?) -> WordError {
    let reason = error.flatMap { zip_error_strerror($0) }.map { String(cString: $0) } ?? "unknown error"
    return WordError(.packaging, "The document cannot be packed: \(reason).")
  }
}
