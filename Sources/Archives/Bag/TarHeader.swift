/// A header block of the POSIX tar format (IEEE 1003.1, ustar).
struct TarHeader {
  var path: String
  var size: Int
  /// Whether it is a regular file.
  var isFile: Bool

  /// - Throws: `limit` if the name or the size does not fit the format.
  static func file(_ path: String, size: Int) throws(ArchiveError) -> [UInt8] {
    guard let (prefix, name) = split(path), size < 1 << 33 else {
      throw ArchiveError(.limit, "a tar file has no room for this name or for \(size) bytes", place: path)
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

  /// Nil at the end of the archive.
  init?(_ block: [UInt8]) throws(ArchiveError) {
    guard block.count == 512, block.contains(where: { $0 != 0 }) else { return nil }
    func text(_ range: Range<Int>) -> String {
      String(decoding: block[range].prefix { $0 != 0 }, as: UTF8.self)
    }
    func number(_ range: Range<Int>) -> Int? {
      Int(text(range).trimmingPrefix(while: { $0 == " " }).prefix { $0 != " " }, radix: 8)
    }
    let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    guard number(148..<156) == sum, let size = number(124..<136), size >= 0 else {
      throw ArchiveError(.bag, "this is no tar file, or it is damaged")
    }
    let prefix = text(257..<262) == "ustar" ? text(345..<500) : ""
    path = prefix.isEmpty ? text(0..<100) : prefix + "/" + text(0..<100)
    self.size = size
    isFile = block[156] == 0x30 || block[156] == 0
  }
}
