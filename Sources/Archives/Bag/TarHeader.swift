/// A header block of the POSIX tar format (IEEE 1003.1, ustar).
package struct TarHeader {
  /// The path relative to the folder in which the archive is unpacked.
  package var path: String
  /// Bytes of the file, without padding to blocks of 512.
  package var size: Int
  /// Whether it is a regular file.
  package var isFile: Bool

  /// - Throws: `limit` if the name or the size does not fit the format.
  package static func file(_ path: String, size: Int) throws(ArchiveError) -> [UInt8] {
    guard let (prefix, name) = split(path), size < 1 << 33 else {
      throw ArchiveError(.limit, "the name or the size of \(size) bytes is too large for the tar format", place: path)
    }
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(size, 11), at: 124)
    put(octal(0, 11), at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(prefix, at: 345)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\0 ", at: 148)
    return block
  }

  /// A path longer than 100 bytes is split at a slash.
  private static func split(_ path: String) -> (prefix: String, name: String)? {
    if path.utf8.count <= 100 { return ("", path) }
    for index in path.indices where path[index] == "/" {
      let (prefix, name) = (path[..<index], path[path.index(after: index)...])
      if prefix.utf8.count <= 155, name.utf8.count <= 100 { return (String(prefix), String(name)) }
    }
    return nil
  }

  private static func octal(_ value: Int, _ width: Int) -> String {
    let digits = String(value, radix: 8)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Fails for a block of zeros, which ends the archive.
  ///
  /// Accepts regular files and folders in the ustar format and in the one of GNU tar, whose headers differ in the magic
  /// number only as long as names are short.
  /// - Throws: `bag` for any other block. The checksum covers the block, except for its own field, which must have the
  ///   usual form.
  package init?(_ block: [UInt8]) throws(ArchiveError) {
    guard block.count == 512, block.contains(where: { $0 != 0 }) else { return nil }
    let damaged = ArchiveError(.bag, "this is not a tar file, or it is damaged")
    func text(_ range: Range<Int>) throws(ArchiveError) -> String {
      let bytes = block[range].prefix { $0 != 0 }
      guard block[range].dropFirst(bytes.count).allSatisfy({ $0 == 0 }),
        let text = String(validating: bytes, as: UTF8.self)
      else { throw damaged }
      return text
    }
    func number(_ range: Range<Int>) -> Int? {
      let digits = block[range].prefix { (0x30...0x37).contains($0) }
      guard !digits.isEmpty, block[range].dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == 0x20 }) else {
        return nil
      }
      return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
    let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    guard block[154] == 0, block[155] == 0x20, number(148..<154) == sum, block[148..<154].allSatisfy({ $0 >= 0x30 }),
      let size = number(124..<136)
    else { throw damaged }
    let isGNU = Array(block[257..<265]) == Array("ustar  \0".utf8)
    guard isGNU || Array(block[257..<265]) == Array("ustar\u{0}00".utf8) else { throw damaged }
    guard block[156] == 0x30 || (block[156] == 0x35 && size == 0), block[157..<257].allSatisfy({ $0 == 0 }) else {
      throw ArchiveError(.bag, "the tar file has a member that is neither a regular file nor a folder")
    }
    let prefix = try text(345..<(isGNU ? 512 : 500))
    guard prefix.isEmpty || !isGNU else { throw damaged }
    let name = try text(0..<100)
    path = prefix.isEmpty ? name : prefix + "/" + name
    self.size = size
    isFile = block[156] == 0x30
  }
}
