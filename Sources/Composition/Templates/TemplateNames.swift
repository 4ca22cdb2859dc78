/// A name in a template's file, and the sections around it.
struct TemplateUse: Hashable, Sendable {
  enum Role: Hashable, Sendable {
    case value
    /// The name of a file that is included.
    case partial
  }

  var role = Role.value
  /// Such as `holder.name`, without transforms.
  var name: String
  var line: Int
  /// The names of the sections around it, outermost first; empty for those that change no context.
  var sections: [String]
}

/// Finds names such as `holder.nmae`, whose first part is known and whose object has no such member. Mustache writes
/// nothing for them, and its requests for the member cannot be distinguished from its search for a name in several
/// contexts.
struct TemplateNames {
  struct UnknownName: Hashable {
    var name: String
    var part: String
    var line: Int
  }

  /// The uses of names, by part of the template.
  let uses: [String: [TemplateUse]]

  /// Elements of a list that are looked at: the members of one may be missing in others.
  private static let elementLimit = 20
  private static let useLimit = 20_000

  /// Each name once.
  func unknown(in part: String, _ values: [String: TemplateValue]) -> [UnknownName] {
    var search = Search(uses: uses)
    search.visit(part, [[.object(values)]])
    return search.unknown
  }

  private struct Search {
    let uses: [String: [TemplateUse]]
    var unknown: [UnknownName] = []
    private var names: Set<String> = []
    private var left = TemplateNames.useLimit

    init(uses: [String: [TemplateUse]]) { self.uses = uses }

    /// - Parameter contexts: innermost last; the values that each may be.
    mutating func visit(_ part: String, _ contexts: [[TemplateValue]]) {
      for use in uses[part] ?? [] {
        left -= 1
        guard left > 0 else { return }
        var inner = contexts
        for section in use.sections { inner.append(Search.elements(of: resolve(section, inner) ?? [])) }
        switch use.role {
        case .partial: visit(use.name, inner)
        case .value:
          if resolve(use.name, inner) == nil, names.insert(use.name).inserted {
            unknown.append(UnknownName(name: use.name, part: part, line: use.line))
          }
        }
      }
    }

    /// The values of a name; nil if its object has no such member. Names that no context has are not known here.
    private func resolve(_ name: String, _ contexts: [[TemplateValue]]) -> [TemplateValue]? {
      let path = name.split(separator: ".")
      guard let first = path.first else { return [] }
      for context in contexts.reversed() {
        var found = Search.members(String(first), of: context)
        if found.isEmpty { continue }
        for member in path.dropFirst() {
          let next = Search.members(String(member), of: found)
          // An object that the payload omits has no members.
          if next.isEmpty { return found.contains { if case .nothing = $0 { true } else { false } } ? [] : nil }
          found = next
        }
        return found
      }
      return []
    }

    private static func members(_ name: String, of values: [TemplateValue]) -> [TemplateValue] {
      values.compactMap { if case .object(let members) = $0 { members[name] } else { nil } }
    }

    private static func elements(of values: [TemplateValue]) -> [TemplateValue] {
      values.flatMap { value -> [TemplateValue] in
        switch value {
        case .list(let elements): Array(elements.prefix(TemplateNames.elementLimit))
        case .object: [value]
        default: []
        }
      }
    }
  }
}
