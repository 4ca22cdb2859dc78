/// Addresses as authors write them.
package enum WebAddress {
  /// An address without white space and control characters at its ends, and without tabs and line breaks in it (URL
  /// Standard §4.4, “basic URL parser”, steps 1 to 3).
  @export(interface)
  package static func cleaned(_ address: String) -> String {
    let bytes = address.utf8
    guard let first = bytes.first, let last = bytes.last else { return address }
    guard first <= 0x20 || last <= 0x20 || bytes.contains(where: isRemoved) else { return address }
    let start = bytes.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 }.map { start[...$0] } ?? start.prefix(0)
    return String(decoding: end.filter { !isRemoved($0) }, as: UTF8.self)
  }

  private static func isRemoved(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
