/// The styles of a document, found from the formatting of its paragraphs, runs and tables.
///
/// First all of them are added; then `decide` makes a style for each role from the most frequent formatting, and for
/// each other formatting that occurs more than once. The rest is direct formatting.
struct StyleCatalog {
  /// The formatting of a paragraph and its role.
  struct ParagraphFormatting: Hashable {
    var role: ParagraphRole
    var properties: ParagraphProperties
    var characters: RunProperties
  }
  /// The formatting of a run and its role.
  struct RunFormatting: Hashable {
    /// The index of the paragraph's formatting.
    var paragraph: Int
    var role: CharacterRole
    var properties: RunProperties
  }
  struct ParagraphStyle {
    var name: StyleName
    /// Index of the style it is based on; nil for `Normal`.
    var base: Int?
    var role: ParagraphRole.Base
    var properties: ParagraphProperties
    var characters: RunProperties
  }
  struct CharacterStyle {
    var name: StyleName
    var delta: RunDelta
  }

  private(set) var paragraphs = Interner<ParagraphFormatting>()
  private(set) var runs = Interner<RunFormatting>()
  private(set) var tables = TableStyles()
  /// The styles of paragraphs in order of first use; the first is `Normal`.
  private(set) var paragraphStyles: [ParagraphStyle] = []
  private(set) var characterStyles: [CharacterStyle] = []
  /// Indices of `paragraphStyles`, by the index of the paragraphs' formatting.
  private var styleOfParagraph: [Int] = []
  private var styleOfRole: [CharacterRole: Int] = [:]
  private var usedIDs: Set<String> = []
  private var usedNames: Set<String> = []
  /// The formatting of text in the document's root.
  let root: RunProperties
  private let limit: Int

  /// - Parameter limit: the largest number of styles; further formatting is direct.
  init(root: RunProperties, limit: Int) {
    self.root = root
    self.limit = limit
  }

  mutating func add(_ formatting: ParagraphFormatting) -> Int { paragraphs.add(formatting) }
  mutating func add(_ formatting: RunFormatting) -> Int { runs.add(formatting) }
  mutating func add(_ table: Table) -> Int { tables.add(table, limit: limit) }

  // MARK: - Decision

  mutating func decide() {
    styleOfParagraph = Array(repeating: 0, count: paragraphs.values.count)
    addNormal()
    var roles: [ParagraphRole] = []
    var indices: [ParagraphRole: [Int]] = [:]
    for (index, formatting) in paragraphs.values.enumerated() {
      if indices[formatting.role] == nil { roles.append(formatting.role) }
      indices[formatting.role, default: []].append(index)
    }
    var bases: [ParagraphRole.Base: Int] = [.normal: 0]
    for role in roles {
      let base = baseStyle(of: role.base, &bases, indices)
      addStyles(for: role, indices[role] ?? [], base: base)
    }
    decideCharacters()
    tables.decide(&usedIDs, &usedNames)
  }

  private mutating func addNormal() {
    let normal = dominant(
      paragraphs.values.indices.filter { paragraphs.values[$0].role == ParagraphRole(base: .normal) })
    var properties = ParagraphProperties()
    if let normal { properties = paragraphs.values[normal].properties }
    properties = ParagraphProperties().withTypography(of: properties)
    let name = ParagraphRole.Base.normal.styleName
    (_, _) = (usedIDs.insert(name.id), usedNames.insert(name.name.lowercased()))
    paragraphStyles.append(
      ParagraphStyle(name: name, base: nil, role: .normal, properties: properties, characters: root))
  }

  /// The index of the style of all roles with this base.
  private mutating func baseStyle(
    of base: ParagraphRole.Base, _ known: inout [ParagraphRole.Base: Int], _ indices: [ParagraphRole: [Int]]
  ) -> Int {
    if let index = known[base] { return index }
    let plain = indices[ParagraphRole(base: base)]
    let all = paragraphs.values.indices.filter { paragraphs.values[$0].role.base == base }
    guard let model = dominant(plain ?? Array(all)) else { return 0 }
    let formatting = paragraphs.values[model]
    let index = append(
      ParagraphStyle(
        name: base.styleName, base: 0, role: base, properties: formatting.properties, characters: formatting.characters)
    )
    known[base] = index
    return index
  }

  /// Adds the styles of one role: its most frequent formatting, and others that occur more than once.
  private mutating func addStyles(for role: ParagraphRole, _ indices: [Int], base: Int) {
    var groups: [(members: [Int], count: Int)] = []
    var groupOf: [ParagraphFormatting: Int] = [:]
    for index in indices {
      var key = paragraphs.values[index]
      key.properties = key.properties.placed(like: ParagraphProperties())
      if let group = groupOf[key] {
        groups[group].members.append(index)
        groups[group].count += paragraphs.counts[index]
      } else {
        groupOf[key] = groups.count
        groups.append(([index], paragraphs.counts[index]))
      }
    }
    let order = groups.indices.sorted { (-groups[$0].count, $0) < (-groups[$1].count, $1) }
    for (rank, group) in order.enumerated() {
      let style = style(for: groups[group].members, role, base: base, rank: rank, count: groups[group].count)
      for index in groups[group].members { styleOfParagraph[index] = style }
    }
  }

  private mutating func style(for indices: [Int], _ role: ParagraphRole, base: Int, rank: Int, count: Int) -> Int {
    guard let model = dominant(indices) else { return base }
    let formatting = paragraphs.values[model]
    for (index, style) in paragraphStyles.enumerated()
    where index == base || style.base == base && style.role == role.base {
      if style.characters == formatting.characters,
        style.properties == formatting.properties.placed(like: style.properties)
      {
        return index
      }
    }
    // A single deviation needs no style. A heading with a class is still one of its level.
    guard count > 1 || (rank == 0 && !role.classes.isEmpty && role.base != .normal), paragraphStyles.count < limit
    else {
      return base
    }
    let own = role.base.styleName
    var name =
      role.classes.isEmpty
      ? StyleName(own: own.name.prefix(1).uppercased() + own.name.dropFirst()) : own.with(classes: role.classes)
    if rank > 0 || role.classes.isEmpty { name = StyleName(own: "\(name.name) \(rank + 1)") }
    return append(
      ParagraphStyle(
        name: name, base: base, role: role.base, properties: formatting.properties, characters: formatting.characters))
  }

  private mutating func append(_ style: ParagraphStyle) -> Int {
    var style = style
    style.name = style.name.unique(&usedIDs, &usedNames)
    paragraphStyles.append(style)
    return paragraphStyles.count - 1
  }

  /// The most frequent formatting; of equally frequent ones the first.
  private func dominant(_ indices: [Int]) -> Int? {
    indices.min { (-paragraphs.counts[$0], $0) < (-paragraphs.counts[$1], $1) }
  }

  private mutating func decideCharacters() {
    var roles: [CharacterRole] = []
    var deltas: [CharacterRole: Interner<RunDelta>] = [:]
    for (index, formatting) in runs.values.enumerated() where !formatting.role.elements.isEmpty {
      if deltas[formatting.role] == nil { roles.append(formatting.role) }
      let plain = paragraphs.values[formatting.paragraph].characters
      _ = deltas[formatting.role, default: Interner()].add(
        RunDelta(from: plain, to: formatting.properties), count: runs.counts[index])
    }
    var known: [StyleName: Int] = [:]
    for role in roles {
      guard let found = deltas[role], characterStyles.count < limit else { continue }
      let best = found.values.indices.min { (-found.counts[$0], $0) < (-found.counts[$1], $1) }
      guard let best, !found.values[best].isEmpty else { continue }
      // `b` and `strong` share a style.
      if let style = known[role.styleName] {
        styleOfRole[role] = style
        continue
      }
      var name = role.styleName
      known[name] = characterStyles.count
      styleOfRole[role] = characterStyles.count
      name = name.unique(&usedIDs, &usedNames)
      characterStyles.append(CharacterStyle(name: name, delta: found.values[best]))
    }
  }

  // MARK: - Results

  func paragraphStyle(ofFormatting formatting: Int) -> ParagraphStyle { paragraphStyles[styleOfParagraph[formatting]] }

  /// Direct formatting of the characters of a paragraph's end mark.
  func markDelta(ofFormatting formatting: Int) -> RunDelta {
    RunDelta(from: paragraphStyle(ofFormatting: formatting).characters, to: paragraphs.values[formatting].characters)
  }

  /// The character style of a run, and its direct formatting.
  func format(ofRun formatting: Int) -> (style: StyleName?, delta: RunDelta) {
    let run = runs.values[formatting]
    let outer = paragraphStyle(ofFormatting: run.paragraph).characters
    guard let index = styleOfRole[run.role] else { return (nil, RunDelta(from: outer, to: run.properties)) }
    let style = characterStyles[index]
    var delta = RunDelta(from: style.delta.applied(to: outer), to: run.properties)
    // Toggle properties in both styles exclude each other in Word (§17.7.3), but not in other programs. Direct
    // formatting is the same in all.
    func settle(_ path: WritableKeyPath<RunDelta, Bool?>, _ property: KeyPath<RunProperties, Bool>) {
      if style.delta[keyPath: path] != nil, outer[keyPath: property] {
        delta[keyPath: path] = run.properties[keyPath: property]
      }
    }
    settle(\.isBold, \.isBold)
    settle(\.isItalic, \.isItalic)
    settle(\.hasSmallCaps, \.hasSmallCaps)
    settle(\.isStruck, \.isStruck)
    settle(\.isDoublyStruck, \.isDoublyStruck)
    return (style.name, delta)
  }
}

extension ParagraphProperties {
  /// The alignment, direction and line height of another paragraph, without its spacing and place.
  fileprivate func withTypography(of other: ParagraphProperties) -> ParagraphProperties {
    var result = self
    result.alignment = other.alignment
    result.isRightToLeft = other.isRightToLeft
    (result.line, result.lineRule) = (other.line, other.lineRule)
    result.controlsWidows = other.controlsWidows
    result.suppressesHyphens = other.suppressesHyphens
    return result
  }
}
