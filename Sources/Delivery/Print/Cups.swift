import CCups

/// The functions of libcups, which is loaded at first use.
enum Cups {
  /// It is nil if libcups is not installed.
  static let functions: CupsFunctions? = ccups_load()?.pointee
}
