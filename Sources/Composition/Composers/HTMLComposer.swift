/// Any payload through a template: text stays text, and what the kind's file declares is checked and written for the
/// payload's locale.
struct HTMLComposer {
  private let types: FieldTypes
  private let format: LocalFormat
  private let fields: Fields

  static func compose(
    _ payload: JSONValue, _ kind: JobKind, _ template: Template, _ job: JobContext
  ) throws(CompositionError) -> HTMLDocument {
    let fields = try Fields(payload)
    let composer = HTMLComposer(types: kind.fields, format: try fields.format(), fields: fields)
    guard case .object(let values) = try composer.value(payload, pattern: "", at: .root) else { return HTMLDocument(html: []) }

    var document = try template.document(values, format: composer.format)
    document.pageSize = try fields.pageSize() ?? kind.pageSize
    document.metadata.title = composer.text("title") ?? kind.name
    document.metadata.author = composer.text("author") ?? ""
    document.metadata.created = composer.text("created").flatMap { Timestamp($0) } ?? job.created
    return document
  }

  private func text(_ name: String) -> String? {
    guard case .string(let text)? = fields[name] else { return nil }
    return text
  }

  /// - Parameter pattern: the path as `FieldTypes` writes it: `holdings[].value`.
  private func value(_ value: JSONValue, pattern: String, at path: JSONPath) throws(CompositionError) -> TemplateValue {
    if let field = types.fields[pattern] { return try declared(value, field.kind, pattern: pattern, at: path) }
    switch value {
    case .null: return .none
    case .bool(let flag): return .flag(flag)
    case .number(let text), .string(let text): return .text(text)
    case .array(let elements): return try list(elements, pattern: pattern, at: path)
    case .object(let object): return try self.object(object, pattern: pattern, at: path)
    }
  }

  private func declared(
    _ value: JSONValue, _ kind: FieldTypes.Kind, pattern: String, at path: JSONPath
  ) throws(CompositionError) -> TemplateValue {
    switch (kind, value) {
    case (.text, .string(let text)): return .text(text)
    case (.html, .string(let markup)): return .html(markup)
    case (.text, _), (.html, _): throw Fields.wrongType("a string", value, at: path)
    case (.lines, .string(let text)): return .lines(Fields.lines(of: text))
    case (.lines, .array(let elements)):
      var lines: [String] = []
      for (index, element) in elements.enumerated() {
        guard case .string(let line) = element else { throw Fields.wrongType("a string", element, at: path.element(index)) }
        lines.append(line)
      }
      return .lines(lines)
    case (.lines, _): throw Fields.wrongType("lines (a string, or an array of strings)", value, at: path)
    case (.boolean, .bool(let flag)): return .flag(flag)
    case (.boolean, _): throw Fields.wrongType("true or false", value, at: path)
    case (.decimal, _): return .text(format.number(try Fields.decimal(value, at: path)))
    case (.percent, _): return .text(format.percent(try Fields.decimal(value, at: path)))
    case (.money, _): return .text(try money(try Fields.decimal(value, at: path), at: path))
    case (.date, _): return .text(format.date(try Fields.timestamp(value, at: path)))
    case (.datetime, _): return .text(format.dateAndTime(try Fields.timestamp(value, at: path)))
    case (.list, .array(let elements)): return try list(elements, pattern: pattern, at: path)
    case (.list, _): throw Fields.wrongType("an array", value, at: path)
    case (.object, .object(let object)): return try self.object(object, pattern: pattern, at: path)
    case (.object, _): throw Fields.wrongType("an object", value, at: path)
    }
  }

  private func money(_ amount: ExactDecimal, at path: JSONPath) throws(CompositionError) -> String {
    let currency = try fields.currency()
    guard let exact = amount.rounded(to: max(amount.scale, currency.minorDigits), .halfUp) else {
      throw CompositionError(.invalidValue, "the amount is too large", at: path.description)
    }
    return format.money(exact, currency)
  }

  private func list(_ elements: [JSONValue], pattern: String, at path: JSONPath) throws(CompositionError) -> TemplateValue {
    var values: [TemplateValue] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(try value(element, pattern: pattern + "[]", at: path.element(index)))
    }
    return .list(values)
  }

  private func object(_ object: JSONObject, pattern: String, at path: JSONPath) throws(CompositionError) -> TemplateValue {
    let prefix = pattern.isEmpty ? "" : pattern + "."
    var values: [String: TemplateValue] = [:]
    for member in object.members where member.value != .null {
      values[member.name] = try value(member.value, pattern: prefix + member.name, at: path.member(member.name))
    }
    for (name, field) in types.members(of: pattern) where values[name] == nil {
      if field.isOptional {
        values[name] = TemplateValue.none
      } else if types.fields[prefix + name] == nil {
        values[name] = try self.object(JSONObject(), pattern: prefix + name, at: path.member(name))
      } else {
        throw CompositionError(.missingField, "missing; expected \(field.kind.rawValue)", at: path.member(name).description)
      }
    }
    for member in object.members where member.value == .null && values[member.name] == nil {
      values[member.name] = TemplateValue.none
    }
    return .object(values)
  }
}
