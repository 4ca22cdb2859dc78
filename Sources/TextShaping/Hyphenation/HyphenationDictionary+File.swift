import CPango

extension HyphenationDictionary {
  /// `nil` if the file cannot be read, or its character set is unknown.
  init?(path: String) {
    var contents: UnsafeMutablePointer<gchar>?
    var length: gsize = 0
    guard g_file_get_contents(path, &contents, &length, nil) != 0, let contents else { return nil }
    defer { g_free(contents) }
    let bytes = UnsafeRawBufferPointer(start: contents, count: Int(length))
    let (charset, rest) = Self.firstLine(bytes)
    guard let text = Self.decode(rest, charset) else { return nil }
    self.init(text)
  }

  /// The first line, which names the character set, and the rest of a file.
  private static func firstLine(_ bytes: UnsafeRawBufferPointer) -> (String, UnsafeRawBufferPointer.SubSequence) {
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    return (String(decoding: bytes[..<end].filter { $0 > 0x20 }, as: UTF8.self), bytes[end...])
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer.SubSequence, _ charset: String) -> String? {
    if charset == "UTF-8" { return String(validating: bytes, as: UTF8.self) }
    // Dictionaries write `ISO8859-1`; iconv's name is `ISO-8859-1`.
    let name = charset.hasPrefix("ISO8859") ? "ISO-8859" + charset.dropFirst("ISO8859".count) : charset
    let characters = Array(bytes).map { gchar(bitPattern: $0) }
    guard let text = g_convert(characters, gssize(characters.count), "UTF-8", name, nil, nil, nil) else { return nil }
    defer { g_free(text) }
    return String(validatingCString: text)
  }
}
