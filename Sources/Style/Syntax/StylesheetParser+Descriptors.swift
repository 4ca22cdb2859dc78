import Diagnostics

/// At-rules with descriptors: `@font-face`, `@counter-style`, `@property` and `@color-profile`.
extension StylesheetParser {
  mutating func parseFontFace(_ rule: AtRule, _ scope: Scope) {
    guard let body = rule.body else { return }
    if var face = FontFace(descriptors(body, scope), base: scope.sheet.base) {
      face.location = location(rule.place, scope)
      rules.fontFaces.append(face)
    } else {
      warn("Ignored @font-face: it needs font-family and src", rule.place, scope)
    }
  }

  mutating func parseCounterStyle(_ prelude: inout ValueParser, _ rule: AtRule, _ scope: Scope) {
    guard let body = rule.body, let name = prelude.customIdent(except: "none"), prelude.atEnd,
      !["decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed"].contains(name.asciiLowercased)
    else { return warn("Ignored @counter-style: expected a name", rule.place, scope) }
    if let style = CounterStyle(descriptors(body, scope, where: CounterStyle.isValid)) {
      rules.counterStyles[CounterStyles.canonicalName(name)] = style
    } else {
      warn("Ignored @counter-style \(Quotation.of(name)): its system needs more symbols", rule.place, scope)
    }
  }

  mutating func parseProperty(_ prelude: inout ValueParser, _ rule: AtRule, _ scope: Scope) {
    guard let body = rule.body, let name = prelude.customIdent(), prelude.atEnd, name.hasPrefix("--"),
      let property = RegisteredProperty(descriptors(body, scope))
    else {
      return warn(
        "Ignored @property: it needs a custom property, its syntax and whether it inherits", rule.place, scope)
    }
    rules.registered[name] = property
  }

  mutating func parseColorProfile(_ prelude: inout ValueParser, _ rule: AtRule, _ scope: Scope) {
    let list = scope.sheet.list
    guard let body = rule.body, let name = prelude.ident("device-cmyk") ? "device-cmyk" : prelude.profileName(),
      prelude.atEnd
    else {
      return warn("Ignored @color-profile: expected device-cmyk or a name that begins with --", rule.place, scope)
    }
    var ignored: [(name: String, position: Int)] = []
    let found = descriptors(body, scope) { descriptor, parser in
      if ColorProfileRule.isValid(descriptor, parser) { return true }
      ignored.append((descriptor, parser.position - 1))
      return false
    }
    for (descriptor, position) in ignored {
      let text = Quotation.of(descriptor)
      warn("Ignored \(text) of @color-profile: it is unknown or not valid", list.tokens[position], scope)
    }
    guard var profile = ColorProfileRule(name: name, found, base: scope.sheet.base) else {
      return warn("Ignored @color-profile \(Quotation.of(name)): it needs src", rule.place, scope)
    }
    profile.location = location(rule.place, scope)
    if let index = rules.colorProfiles.firstIndex(where: { $0.name == name }) {
      rules.colorProfiles[index] = profile
    } else if rules.colorProfiles.count < ColorProfileRule.limit {
      rules.colorProfiles.append(profile)
    } else {
      warn("Ignored @color-profile: more than \(ColorProfileRule.limit) profiles", rule.place, scope)
    }
  }

  /// Names and values of the descriptors of a block.
  /// - Parameter isValid: tests whether a descriptor is valid; an invalid one does not override an earlier one.
  private func descriptors(
    _ body: Range<Int>, _ scope: Scope, where isValid: (String, ValueParser) -> Bool = { _, _ in true }
  ) -> [String: ValueParser] {
    let list = scope.sheet.list
    var result: [String: ValueParser] = [:]
    var position = body.lowerBound
    while position < body.upperBound {
      let token = list.tokens[position]
      let end = DeclarationParser.endOfDeclaration(list, position, body.upperBound)
      if token.kind == .ident {
        var parser = ValueParser(list, position + 1..<end)
        let name = list.lowercasedText(token)
        if parser.take(.colon), isValid(name, parser) { result[name] = parser }
      }
      position = token.kind == .whitespace ? position + 1 : end + 1
    }
    return result
  }
}
