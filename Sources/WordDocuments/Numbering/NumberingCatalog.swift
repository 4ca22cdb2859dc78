/// The numbering definitions of a document (CT_Numbering), built while list items are converted.
///
/// A numbering instance continues while the numbers of items are those that Word would show. An item with another
/// number, such as that of `value` or of a list that continues, starts a new instance of the same definition.
struct NumberingCatalog {
  /// The format of one level, without its start (CT_Lvl).
  struct Level: Hashable {
    /// ST_NumberFormat.
    var format: String
    /// The text, in which `%1` to `%9` are the numbers of the levels.
    var text: String
    /// Twips from the edge at which lines start.
    var left: Int
    var hanging: Int
    var characters: RunDelta
    /// The marker is followed by a tab, otherwise by a space.
    var endsWithTab: Bool
    var isBullet: Bool { format == "bullet" }
  }
  struct Definition: Hashable {
    /// The levels from 0 to 8; nil for levels without an item.
    var levels: [Level?] = Array(repeating: nil, count: 9)
  }
  struct Instance {
    var definition: Int
    /// The first numbers of the levels that are used.
    var starts: [Int: Int] = [:]
    /// The last numbers.
    var numbers: [Int?] = Array(repeating: nil, count: 9)
  }
  /// A list with those nested in it.
  struct List {
    /// The instances of the list, one for each set of formats.
    var instances: [Int] = []
  }

  private(set) var definitions: [Definition] = []
  private(set) var instances: [Instance] = []
  private var lists: [List] = []

  /// How many of the last formats are compared with a new one, so that many different ones do not take quadratic time.
  private static let searched = 64

  mutating func startList() -> Int {
    lists.append(List())
    return lists.count - 1
  }

  /// The position of an item with a number.
  mutating func position(in list: Int, level: Int, format: Level, number: Int) -> NumberingPosition {
    let known = lists[list].instances.suffix(Self.searched).lastIndex { instance in
      let old = definitions[instances[instance].definition].levels[level]
      return old == nil || old == format
    }
    guard let known else {
      return NumberingPosition(
        instance: addInstance(to: list, level: level, format: format, number: number), level: level)
    }
    var instance = lists[list].instances[known]
    if definitions[instances[instance].definition].levels[level] == nil {
      definitions[instances[instance].definition].levels[level] = format
    }
    let expected = instances[instance].numbers[level].map { $0 + 1 } ?? instances[instance].starts[level]
    if !format.isBullet, let expected, expected != number {
      instances.append(Instance(definition: instances[instance].definition))
      // The text of this level may show the numbers of the levels above.
      let numbers = instances[instance].numbers
      instance = instances.count - 1
      for upper in 0..<level { instances[instance].starts[upper] = numbers[upper] }
      lists[list].instances[known] = instance
    }
    use(instance, level: level, number: number)
    return NumberingPosition(instance: instance, level: level)
  }

  private mutating func addInstance(to list: Int, level: Int, format: Level, number: Int) -> Int {
    var definition = Definition()
    definition.levels[level] = format
    definitions.append(definition)
    instances.append(Instance(definition: definitions.count - 1))
    lists[list].instances.append(instances.count - 1)
    use(instances.count - 1, level: level, number: number)
    return instances.count - 1
  }

  private mutating func use(_ instance: Int, level: Int, number: Int) {
    if instances[instance].starts[level] == nil { instances[instance].starts[level] = number }
    instances[instance].numbers[level] = number
    for lower in (level + 1)..<10 where lower < 9 { instances[instance].numbers[lower] = nil }
  }

  /// Merges definitions whose levels do not contradict each other, so that lists that look the same share one.
  mutating func mergeDefinitions() {
    var merged: [Definition] = []
    var newIndex: [Int] = []
    var known: [Level: [Int]] = [:]
    for definition in definitions {
      let first = definition.levels.compactMap { $0 }.first
      let candidates = (first.flatMap { known[$0] } ?? []).suffix(Self.searched)
      if let index = candidates.first(where: { merged[$0].accepts(definition) }) {
        merged[index].add(definition)
        newIndex.append(index)
      } else {
        merged.append(definition)
        newIndex.append(merged.count - 1)
        if let first { known[first, default: []].append(merged.count - 1) }
      }
    }
    definitions = merged
    for index in instances.indices { instances[index].definition = newIndex[instances[index].definition] }
  }
}

extension NumberingCatalog.Definition {
  fileprivate func accepts(_ other: Self) -> Bool {
    zip(levels, other.levels).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }

  fileprivate mutating func add(_ other: Self) {
    for (index, level) in other.levels.enumerated() where levels[index] == nil { levels[index] = level }
  }
}
