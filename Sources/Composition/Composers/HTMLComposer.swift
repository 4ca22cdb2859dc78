import Amounts
import Dates
import JSON

/// Composes any payload with a template. Values are text, unless the kind's file declares a type; declared values are
/// checked and formatted for the payload's locale.
struct HTMLComposer {
  private let format: LocalFormat
  private let fields: Fields

  static func compose(
    _ payload: JSONValue, _ kind: JobKind, _ template: Template, _ job: JobContext
  ) throws(CompositionError) -> HTMLDocument {
    let fields = try Fields(payload)
    let composer = HTMLComposer(format: try fields.format(), fields: fields)
    guard case .object(let values) = try composer.value(payload, kind.fields, at: .root) else {
      throw CompositionError(.kindFile, "the fields of \(kind.name) do not describe an object")
    }

    var document = try template.document(values, format: composer.format)
    document.pageSize = try fields.pageSize() ?? kind.pageSize
    document.isTagged = kind.isTagged
    if let conformance = kind.conformance { document.conform(to: conformance) }
    document.metadata.title = composer.text("title") ?? kind.name
    document.metadata.author = composer.text("author") ?? ""
    document.metadata.created = composer.text("created").flatMap { Timestamp($0) } ?? job.created
    return document
  }

  private func text(_ name: String) -> String? {
    guard case .string(let text)? = fields[name] else { return nil }
    return text
  }

  private func value(
    _ value: JSONValue, _ types: FieldTypes, at path: JSONPath
  ) throws(CompositionError) -> TemplateValue {
    if let kind = types.kind { return try declared(value, kind, types, at: path) }
    switch value {
    case .null: return .nothing
    case .bool(let flag): return .flag(flag)
    case .number(let text), .string(let text): return .text(text)
    case .array(let elements): return try list(elements, types, at: path)
    case .object(let object): return try self.object(object, types, at: path)
    }
  }

  private func declared(
    _ value: JSONValue, _ kind: FieldTypes.Kind, _ types: FieldTypes, at path: JSONPath
  ) throws(CompositionError) -> TemplateValue {
    switch (kind, value) {
    case (.text, .string(let text)): return .text(text)
    case (.html, .string(let markup)): return .html(markup)
    case (.text, _), (.html, _): throw Fields.wrongType("a string", value, at: path)
    case (.lines, .string(let text)): return .lines(Fields.lines(of: text))
    case (.lines, .array(let elements)):
      var lines: [String] = []
      for (index, element) in elements.enumerated() {
        guard case .string(let line) = element else {
          throw Fields.wrongType("a string", element, at: path.element(index))
        }
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
    case (.list, .array(let elements)): return try list(elements, types, at: path)
    case (.list, _): throw Fields.wrongType("an array", value, at: path)
    case (.object, .object(let object)): return try self.object(object, types, at: path)
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

  private func list(
    _ elements: [JSONValue], _ types: FieldTypes, at path: JSONPath
  ) throws(CompositionError) -> TemplateValue {
    let elementTypes = types.elements.first ?? FieldTypes()
    var values: [TemplateValue] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(try value(element, elementTypes, at: path.element(index)))
    }
    return .list(values)
  }

  private func object(
    _ object: JSONObject, _ types: FieldTypes, at path: JSONPath
  ) throws(CompositionError) -> TemplateValue {
    var values: [String: TemplateValue] = [:]
    for member in object.members {
      if member.value == .null {
        values[member.name] = types.members[member.name] == nil ? .nothing : nil
      } else {
        let memberTypes = types.members[member.name] ?? FieldTypes()
        values[member.name] = try value(member.value, memberTypes, at: path.member(member.name))
      }
    }
    for (name, memberTypes) in types.members.sorted(by: { $0.key < $1.key }) where values[name] == nil {
      if memberTypes.isOptional {
        values[name] = TemplateValue.nothing
      } else if let field = memberTypes.field, field.kind != .object {
        let path = path.member(name).description
        throw CompositionError(.missingField, "missing; expected \(field.kind.rawValue)", at: path)
      } else {
        // Throws an error for the first required member.
        values[name] = try self.object(JSONObject(), memberTypes, at: path.member(name))
      }
    }
    return .object(values)
  }
}
