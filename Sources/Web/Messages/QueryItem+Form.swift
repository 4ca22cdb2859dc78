import Encodings

extension QueryItem {
  /// The pairs of a query or a form (`application/x-www-form-urlencoded`, URL Standard, section 5).
  /// - Returns: nil if one is not valid, or there are more than `limit`.
  static func items(of text: Substring, limit: Int) -> [QueryItem]? {
    var items: [QueryItem] = []
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard items.count < limit, let name = PercentEncoding.decode(parts[0], plusIsSpace: true),
        let value = parts.count == 2 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : ""
      else { return nil }
      items.append(QueryItem(name, value))
    }
    return items
  }
}
