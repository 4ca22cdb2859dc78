/// The results of substituting `var()` in declarations, for elements whose custom properties have the same values.
///
/// A style sheet with custom properties declares a value once and applies it to many elements, most of which inherit
/// the same custom properties: their values are substituted and parsed once.
final class ResolvedValues {
  typealias Longhands = [(property: Property, value: Value)]

  /// One result, and the custom properties that it depends on.
  private struct Entry {
    var dependencies: [(name: String, value: String?)]
    /// It is nil if the value is invalid.
    var longhands: Longhands?
  }
  /// The values by index of the declaration. For a few declarations, they change from element to element.
  private var entries: [Int32: [Entry]] = [:]

  /// The most results that are kept for one declaration. With more, the oldest is removed.
  private static let resultLimit = 4
  /// The most declarations whose results are kept.
  private static let declarationLimit = 20_000

  /// The result of a declaration if it is known.
  /// - Parameter value: looks a custom property up.
  func known(_ declaration: Int32, value: Substitution.Lookup) -> Longhands?? {
    guard let known = entries[declaration] else { return nil }
    for entry in known where entry.dependencies.allSatisfy({ value($0.name) == $0.value }) { return entry.longhands }
    return nil
  }

  /// Adds a result.
  func add(_ declaration: Int32, _ longhands: Longhands?, dependencies: [(name: String, value: String?)]) {
    var known = entries[declaration] ?? []
    if known.isEmpty, entries.count == Self.declarationLimit { entries.removeAll() }
    if known.count == Self.resultLimit { known.removeFirst() }
    known.append(Entry(dependencies: dependencies, longhands: longhands))
    entries[declaration] = known
  }
}
