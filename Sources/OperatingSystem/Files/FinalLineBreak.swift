extension String {
  /// The text of a file without the line break that editors write at its end.
  package var withoutFinalLineBreak: String {
    // "\r\n" is one Character.
    last == "\n" || last == "\r\n" ? String(dropLast()) : self
  }
}
