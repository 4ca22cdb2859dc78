extension Duration {
  /// Parses `90s`, `30m`, `12h` or `10d`, with numbers up to 100,000; nil for other text.
  package init?(period text: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(text.dropLast()), count <= 100_000
    else { return nil }
    self = .seconds(count * unit)
  }
}
