import Mustache

/// The limits of one rendering, and the names that it did not find.
///
/// Mustache builds the result itself, so the limits are enforced when it asks for values.
final class RenderState {
  let escaping: Escaping
  private var bytesLeft = 64 << 20
  private var elementsLeft = 1_000_000
  private(set) var isExhausted = false
  /// Names used by the template that have no value, in order.
  private(set) var missing: [String] = []
  /// Schemes of addresses that were replaced, in order.
  private(set) var refusedSchemes: [String] = []

  private let format: LocalFormat

  init(escaping: Escaping, format: LocalFormat) {
    self.escaping = escaping
    self.format = format
  }

  /// The texts of a list, joined as the locale writes lists.
  func joined(_ values: ArraySlice<TemplateValue>) -> String {
    format.list(values.compactMap { if case .text(let text) = $0 { text } else { nil } })
  }

  func write(_ text: String) -> String {
    bytesLeft -= text.utf8.count
    if bytesLeft < 0 { isExhausted = true }
    return isExhausted ? "" : text
  }

  /// Returns false if the limit of elements is reached.
  func nextElement() -> Bool {
    elementsLeft -= 1
    if elementsLeft < 0 { isExhausted = true }
    return !isExhausted
  }

  func miss(_ name: String) {
    if missing.count < 20, !missing.contains(name) { missing.append(name) }
  }

  /// A value's text for its place. What the place makes of it is not HTML, whatever the kind's fields declare.
  func text(_ text: String, for place: ValuePlace) -> String {
    switch place {
    case .attribute: return Escaping.html.escape(text)
    case .css: return Escaping.css.escape(text)
    case .addressPart: return Escaping.html.escape(AddressFilter.withoutScheme(text))
    case .link, .resource:
      guard let scheme = AddressFilter.refusedScheme(of: text, isLink: place == .link) else {
        return Escaping.html.escape(text)
      }
      if !refusedSchemes.contains(scheme) { refusedSchemes.append(scheme) }
      return AddressFilter.replacement
    }
  }

  /// The object that represents a value for Mustache.
  func bind(_ value: TemplateValue) -> Any {
    switch value {
    case .nothing: TextBinding(text: "", isMarkup: false, state: self)
    case .text(let text): TextBinding(text: text, isMarkup: false, state: self)
    case .html(let markup): TextBinding(text: markup, isMarkup: true, state: self)
    case .lines(let lines): LinesBinding(lines: lines, state: self)
    case .flag(let flag): flag
    case .list(let values): ListBinding(values: values[...], state: self)
    case .object(let members): ObjectBinding(members: members, state: self, isRoot: false)
    }
  }
}

/// A text value. It escapes itself, so that `{{x}}` and `{{{x}}}` are equivalent and no template can omit escaping.
///
/// All bindings are `MustacheParent`s with explicit members; otherwise Mustache would use reflection and find the
/// unescaped text.
private struct TextBinding: MustacheCustomRenderable, MustacheParent, MustacheTransformable {
  let text: String
  let isMarkup: Bool
  let state: RenderState

  var renderText: String {
    let isWritten = isMarkup && state.escaping == .html
    return state.write(isWritten ? Escaping.withoutNUL(text) : state.escaping.escape(text))
  }
  /// An empty text is false in a section.
  var isNull: Bool { text.isEmpty }
  func child(named: String) -> Any? { nil }

  func transform(_ name: String) -> Any? {
    if let place = ValuePlace(rawValue: name) {
      // In style sheets, every value is escaped in the same way.
      guard state.escaping == .html else { return self }
      return TextBinding(text: state.text(text, for: place), isMarkup: true, state: state)
    }
    switch name {
    case "empty": return text.isEmpty
    case "uppercased" where !isMarkup: return TextBinding(text: text.uppercased(), isMarkup: false, state: state)
    case "lowercased" where !isMarkup: return TextBinding(text: text.lowercased(), isMarkup: false, state: state)
    case "capitalized" where !isMarkup: return TextBinding(text: text.capitalized, isMarkup: false, state: state)
    default: return nil
    }
  }
}

/// True and false are written as such in each place.
// swift-format-ignore: AvoidRetroactiveConformances
extension Bool: @retroactive MustacheTransformable {
  /// The value itself for the name of a place; nil for other names.
  public func transform(_ name: String) -> Any? { ValuePlace(rawValue: name) == nil ? nil : self }
}

/// Lines of text: joined by line breaks as a value, iterated as a section.
private struct LinesBinding: MustacheCustomRenderable, MustacheParent, MustacheSequence, MustacheTransformable {
  let lines: [String]
  let state: RenderState

  var renderText: String {
    let separator =
      switch state.escaping {
      case .html: "<br>"
      case .css: "\\a "
      }
    return state.write(lines.map(state.escaping.escape).joined(separator: separator))
  }
  var isNull: Bool { lines.isEmpty }
  func child(named: String) -> Any? { nil }
  func makeIterator() -> ListBinding.Iterator { list.makeIterator() }
  func transform(_ name: String) -> Any? {
    guard ValuePlace(rawValue: name) != nil else { return list.transform(name) }
    return TextBinding(text: lines.joined(separator: "\n"), isMarkup: false, state: state).transform(name)
  }
  private var list: ListBinding { ListBinding(values: lines.map { .text($0) }[...], state: state) }
}

/// A list, usable in sections only.
private struct ListBinding: MustacheCustomRenderable, MustacheParent, MustacheSequence, MustacheTransformable {
  let values: ArraySlice<TemplateValue>
  let state: RenderState

  var renderText: String { "" }
  var isNull: Bool { values.isEmpty }
  func child(named: String) -> Any? { nil }
  func makeIterator() -> Iterator { Iterator(base: values.makeIterator(), state: state) }

  func transform(_ name: String) -> Any? {
    switch name {
    case "empty": values.isEmpty
    case "count": TextBinding(text: String(values.count), isMarkup: false, state: state)
    case "joined": TextBinding(text: state.joined(values), isMarkup: false, state: state)
    case "first": values.first.map(state.bind)
    case "last": values.last.map(state.bind)
    case "reversed": ListBinding(values: Array(values.reversed())[...], state: state)
    default: nil
    }
  }

  struct Iterator: IteratorProtocol {
    var base: ArraySlice<TemplateValue>.Iterator
    let state: RenderState
    mutating func next() -> Any? {
      guard let value = base.next(), state.nextElement() else { return nil }
      return state.bind(value)
    }
  }
}

/// An object with named values.
struct ObjectBinding: MustacheCustomRenderable, MustacheParent {
  let members: [String: TemplateValue]
  let state: RenderState
  /// The root is the last to be searched, so a name missing there is undefined.
  let isRoot: Bool

  var renderText: String { "" }
  var isNull: Bool { members.isEmpty }

  func child(named name: String) -> Any? {
    if let value = members[name] { return state.bind(value) }
    if isRoot { state.miss(name) }
    return nil
  }
}
