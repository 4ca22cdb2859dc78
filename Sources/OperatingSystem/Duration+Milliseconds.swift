extension Duration {
  /// The duration in milliseconds.
  package var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }

  /// Rounded up, from 0 to a billion: a timeout for `poll`.
  package var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
