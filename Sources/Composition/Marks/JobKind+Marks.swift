extension JobKind {
  /// `watermark` and `stamp`.
  /// - Throws: `kindFile`.
  static func marks(_ yaml: YAMLFields, _ composer: Composer) throws(CompositionError) -> [PageMark] {
    var marks: [PageMark] = []
    for key in ["watermark", "stamp"] where yaml.has(key) {
      guard composer != .archive, composer != .binder else {
        throw yaml.error("archives and binders contain other files; a binder has stamps", at: key)
      }
      let isStamp = key == "stamp"
      let fields = yaml.isMapping(key) ? try yaml.fields(key) : nil
      try fields?.allow(only: ["text", "color", "pages"] + (isStamp ? ["position"] : []))
      let text = if let fields { try fields.string("text") } else { try yaml.string(key) }
      guard let template = FieldTemplate(text) else {
        throw yaml.error(
          "expected at most 200 bytes, with fields of the payload in braces, such as For {recipient}", at: key)
      }
      var mark = PageMark(
        form: isStamp ? .stamp(try choice("position", fields) ?? .topRight) : .watermark, text: template,
        color: isStamp ? "cc0000" : "000000")
      mark.pages = try choice("pages", fields) ?? .all
      if let color = try fields?.optionalString("color") {
        guard let digits = color.wholeMatch(of: /#([0-9A-Fa-f]{6})/)?.1 else {
          throw fields?.error("expected a color such as \"#cc0000\"", at: "color") ?? yaml.error("wrong color", at: key)
        }
        mark.color = String(digits)
      }
      marks.append(mark)
    }
    return marks
  }

  private static func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ fields: YAMLFields?
  ) throws(CompositionError) -> Value? where Value.RawValue == String {
    guard let fields, let text = try fields.optionalString(key) else { return nil }
    guard let value = Value(rawValue: text) else {
      throw fields.error("expected one of " + Value.allCases.map(\.rawValue).joined(separator: ", "), at: key)
    }
    return value
  }
}
