/// The sections of a template's file that are open.
struct TemplateSections {
  private struct Section {
    var name: String
    /// The name for `TemplateNames`; empty if the section changes no context.
    var use: String
    var line: Int
    var context: MarkupContext
    var delimiters: TemplateDelimiters
  }

  private var open: [Section] = []

  /// Outermost first; empty for those that change no context.
  var names: [String] { open.map(\.use) }

  /// Begins the section of a tag.
  /// - Returns: the context of its content.
  mutating func begin(
    _ tag: TemplateTag, _ context: MarkupContext, _ delimiters: TemplateDelimiters
  ) throws(MarkupProblem) -> MarkupContext {
    guard open.count < TemplateSource.maximumDepth else {
      throw MarkupProblem("more than \(TemplateSource.maximumDepth) sections in each other")
    }
    // A block has the content of another file.
    guard tag.kind != .block || context.state == .text || context.state == .styleSheet else {
      throw MarkupProblem("a block must be in text; this one is \(context.place)")
    }
    let use = tag.kind == .section ? TemplateTag.withoutTransforms(tag.target) : ""
    open.append(
      Section(name: tag.target, use: use, line: tag.line, context: context, delimiters: delimiters))
    return context.inSection
  }

  /// Ends the innermost section.
  /// - Returns: the context and the delimiters after it. Delimiters that a section sets end with it.
  mutating func end(
    _ context: MarkupContext, _ delimiters: TemplateDelimiters
  ) throws(MarkupProblem) -> (MarkupContext, TemplateDelimiters) {
    // Mustache reports the error, with its name.
    guard let section = open.popLast() else { return (context, delimiters) }
    guard let joined = section.context.joined(with: context) else {
      throw MarkupProblem(
        "the section \(section.name) begins \(section.context.place) in line \(section.line), but ends"
          + " \(context.place); it must end where it begins, so write whole elements or attributes in it, and put"
          + " attribute values into quotes")
    }
    return (joined, section.delimiters)
  }
}
