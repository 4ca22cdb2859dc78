/// Sections and included files may be absent, or repeated. The context after them must not depend on that.
///
/// Go's html/template has the same rule ("{{if}} branches end in different contexts").
extension MarkupContext {
  /// The context at the beginning of a section's content.
  var inSection: MarkupContext {
    var context = self
    if let needsSpace { context.beginAfterSection(needsSpace: needsSpace) }
    if case .comment(let least, _) = state { context.state = .comment(least: least, most: 2) }
    return context
  }

  /// The context after a section that starts here; nil if there is none that is right for each number of repetitions.
  /// - Parameter end: at the end of the section's content.
  func joined(with end: MarkupContext) -> MarkupContext? {
    if self == end { return self }
    if let needsSpace, let endNeedsSpace = end.needsSpace {
      guard name == end.name, isEndTag == end.isEndTag, foreignDepth == end.foreignDepth else { return nil }
      var context = self
      context.beginAfterSection(needsSpace: needsSpace || endNeedsSpace)
      return context
    }
    if case .comment(let least, let most) = state, case .comment(let endLeast, let endMost) = end.state {
      var context = self
      context.state = .comment(least: min(least, endLeast), most: max(most, endMost))
      return context
    }
    var (context, other) = (self, end)
    context.addressParts.formUnion(end.addressParts)
    other.addressParts = context.addressParts
    return context == other ? context : nil
  }

  /// In a tag, outside of values: whether white space must precede an attribute's name. Nil elsewhere.
  private var needsSpace: Bool? {
    switch state {
    case .tagName, .name: true
    case .beforeName, .afterName: false
    case .afterSection(let needsSpace): needsSpace
    default: nil
    }
  }

  private mutating func beginAfterSection(needsSpace: Bool) {
    let (tag, isEnd, depth) = (name, isEndTag, foreignDepth)
    self = MarkupContext()
    foreignDepth = depth
    (state, name, isEndTag) = (.afterSection(needsSpace: needsSpace), tag, isEnd)
  }

  /// The context in which an included file starts, and a name for it; the name is nil for text. Contexts that are equal
  /// for the file have the same name.
  func inIncludedFile() throws(MarkupProblem) -> (context: MarkupContext, name: String?) {
    var context = MarkupContext()
    (context.state, context.foreignDepth) = (state, min(1, foreignDepth))
    let foreign = foreignDepth > 0 ? "svg-" : ""
    switch state {
    case .text: return (context, foreignDepth > 0 ? "svg" : nil)
    case .styleSheet: return (context, "css")
    case .beforeValue, .unquotedValue:
      throw MarkupProblem("a template is included in the value of an attribute; put the value into quotes")
    case .quotedValue(let quote):
      (context.kind, context.addressParts) = (kind, addressParts)
      return (context, "\(foreign)value-\(quote)-\(kind.rawValue)-\(addressParts.rawValue)")
    case .rawText where matched == 0:
      context.name = name
      return (context, foreign + element)
    case .comment(least: 0, most: 0): return (context, foreign + "comment")
    case .beforeName, .afterName, .afterSection(needsSpace: false):
      context.state = .afterSection(needsSpace: false)
      return (context, foreign + "tag")
    case .tagName, .name, .afterSection:
      throw MarkupProblem("a template is included in a tag; write white space before it")
    case .tagOpen, .declaration, .comment, .rawText:
      throw MarkupProblem("a template cannot be included \(place)")
    }
  }

  /// An included file, which ends as it starts, was read.
  mutating func endIncludedFile() {
    switch state {
    case .beforeName, .name, .afterName, .afterSection: beginAfterSection(needsSpace: true)
    case .comment: state = .comment(least: 0, most: 2)
    case .quotedValue where addressParts.contains(.start): addressParts.formUnion([.scheme, .rest])
    default: break
    }
  }

  /// Where the position is, for messages.
  var place: String {
    switch state {
    case .text: foreignDepth > 0 ? "in an svg or math element" : "in text"
    case .tagOpen, .tagName: "in the name of a tag"
    case .beforeName, .name, .afterName, .afterSection: name.isEmpty ? "in a tag" : "in a tag \(element)"
    case .beforeValue, .unquotedValue: "in an attribute's value without quotes"
    case .quotedValue: "in an attribute's value"
    case .declaration, .comment: "in a comment or declaration"
    case .rawText: "in the content of \(element)"
    case .styleSheet: "in a style sheet"
    }
  }
}
