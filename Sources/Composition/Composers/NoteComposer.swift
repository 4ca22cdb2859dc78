/// Composes a note: title, author, dates, tags, and a body, which is the only HTML field.
enum NoteComposer {
  private static let known: Set<String> = [
    "title", "author", "created", "tags", "body", "shared", "locale", "page_size",
  ]

  static func compose(
    _ fields: Fields, _ kind: JobKind, _ template: Template, _ job: JobContext
  ) throws(CompositionError) -> HTMLDocument {
    let title = try fields.filledString("title")
    let author = try fields.optionalString("author")
    let created = try fields.optionalTimestamp("created") ?? job.created
    let shared = try fields.optionalTimestamp("shared") ?? job.created
    let tags = try fields.strings("tags").filter { $0.contains { !$0.isWhitespace } }
    try check(fields, title: title, author: author, tags: tags)
    let (body, cleaning) = try PastedBody.cleaned(
      try fields.string("body"), source: fields.path(of: "body").description)
    let format = try fields.format()

    var document = try template.document(
      [
        "title": .text(title),
        "title_short": .text(shortened(title)),
        "author": .optional(author),
        "created": .text(format.date(created)),
        "shared": .text(format.date(shared)),
        "tags": .list(tags.map { .text($0) }),
        "body": .html(body),
      ], format: format)
    document.pageSize = try fields.pageSize() ?? kind.pageSize
    document.isTagged = kind.isTagged
    if let conformance = kind.conformance { document.conform(to: conformance) }
    document.metadata.title = title
    document.metadata.author = author ?? ""
    document.metadata.keywords = tags
    document.metadata.created = created
    document.warnings += fields.warnings(unless: known) + cleaning
    return document
  }

  /// Refuses texts that are longer than a name or a heading can be: the author is in the header of each page, and a tag
  /// is never broken.
  private static func check(
    _ fields: Fields, title: String, author: String?, tags: [String]
  ) throws(CompositionError) {
    func require(_ count: Int, atMost limit: Int, _ unit: String, _ name: String) throws(CompositionError) {
      guard count > limit else { return }
      throw CompositionError(
        .tooLarge, "has \(count) \(unit); \(limit) are allowed", at: fields.path(of: name).description)
    }
    try require(title.utf8.count, atMost: 10_000, "bytes", "title")
    try require(author?.utf8.count ?? 0, atMost: 1_000, "bytes", "author")
    try require(tags.count, atMost: 1_000, "tags", "tags")
    try require(tags.map(\.utf8.count).max() ?? 0, atMost: 1_000, "bytes in one of them", "tags")
  }

  /// The title shortened to fit a page header, cut at a word boundary if one is near.
  private static func shortened(_ title: String) -> String {
    let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let limit = 72
    guard title.count > limit else { return title }
    let head = title.prefix(limit - 1)
    let end = head.lastIndex(of: " ").flatMap { head.distance(from: $0, to: head.endIndex) <= 20 ? $0 : nil }
    return head[..<(end ?? head.endIndex)] + "…"
  }
}
