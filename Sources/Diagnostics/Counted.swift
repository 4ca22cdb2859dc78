/// A number with its noun: `1 job`, `2 jobs`.
/// - Parameter plural: if it is not the noun with an s.
package func counted(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
