import Dates
import Diagnostics
import JSON
import PDF

/// Writes annotations as Instant JSON. Reading it for the same pages gives the same annotations.
///
/// Properties that it cannot express are left out or simplified, with a warning: form fields, review states, carets,
/// leader lines and captions, named destinations.
package struct InstantJSONWriter {
  package private(set) var warnings: [Diagnostic] = []
  private var annotations: [JSONValue] = []
  private var comments: [JSONValue] = []
  private var attachments = JSONFields()

  package init() {}

  /// The annotations of all pages of a file. An annotation that cannot be written is left out, with a warning.
  /// - Throws: `AnnotationError` if the page tree cannot be read.
  package static func document(
    of file: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) -> (json: String, warnings: [Diagnostic]) {
    var reader = AnnotationReader(file, limits: limits, namesLosses: true)
    var writer = InstantJSONWriter()
    var count = 0
    var tree = try onBase("") { () throws(PDFError) in try PageTree(file) }
    while let page = try onBase("", { () throws(PDFError) in try tree.next() }) {
      let found = try reader.annotations(of: page)
      writer.warnings += found.warnings
      count += found.annotations.count
      guard count <= limits.annotations else {
        throw AnnotationError(.limit, "the file has more than \(limits.annotations) annotations")
      }
      writer.add(found.annotations, on: page)
    }
    return (writer.document(), writer.warnings)
  }

  /// Adds the annotations of one page. Replies become comments.
  package mutating func add(_ found: [Annotation], on page: PDFPage) {
    let threads = CommentThreads(found)
    for (index, annotation) in found.enumerated() {
      let place = "page \(page.index + 1), annotation \(index + 1)"
      let id = annotation.name ?? "page-\(page.index + 1)-\(index + 1)"
      if let root = threads.root(of: annotation) {
        if annotation.state != nil {
          warnings.append(
            Diagnostic(
              "unsupported_feature", "Instant JSON cannot express a review state; it was left out", in: place))
        } else {
          comments.append(comment(annotation, id: id, root: root, page: page))
          if let reply = annotation.reply, reply.name != root {
            warnings.append(Self.left(out: "answers to answers", at: place))
          }
          if annotation.subject != nil { warnings.append(Self.left(out: "the subject of an answer", at: place)) }
        }
        continue
      }
      guard annotation.hasPlace else {
        warnings.append(Diagnostic.noRectangle(in: place))
        continue
      }
      var writer = InstantAnnotationWriter(annotation, id: id, page: page, isRoot: threads.roots.contains(id))
      guard let value = writer.write() else {
        warnings.append(
          Diagnostic(
            "unsupported_annotation",
            "Instant JSON cannot express annotations of the type \(annotation.kind.subtype); it was left out",
            in: place))
        continue
      }
      warnings += writer.simplified.map { Self.left(out: $0, at: place) }
      if let attachment = writer.attachment { attachments.set(attachment.id, attachment.value) }
      annotations.append(value)
    }
  }

  private static func left(out loss: String, at place: String) -> Diagnostic {
    Diagnostic("unsupported_feature", "Instant JSON cannot express \(loss), which was left out", in: place)
  }

  private func comment(_ reply: Annotation, id: String, root: String, page: PDFPage) -> JSONValue {
    var fields = JSONFields()
    fields.set("id", id)
    fields.set("rootId", root)
    fields.set("pageIndex", .number("\(page.index)"))
    fields.set("creatorName", reply.author)
    if let rich = reply.richContents.flatMap(RichText.fragment) {
      var text = JSONFields()
      text.set("format", "xhtml")
      text.set("value", rich)
      fields.set("text", text.value)
    } else {
      fields.set("text", reply.contents ?? "")
    }
    fields.set("customData", reply.customData.flatMap { try? JSONParser.parse(Array($0.utf8)) })
    fields.set("createdAt", reply.created.flatMap { PDFDate.iso8601(pdf: $0) })
    fields.set("updatedAt", reply.modified.flatMap { PDFDate.iso8601(pdf: $0) })
    return fields.value
  }

  /// The JSON of the annotations that were added.
  package func document() -> String {
    var fields = JSONFields()
    fields.set("format", InstantJSONReader.formats[0])
    fields.set("annotations", .array(annotations))
    if !comments.isEmpty { fields.set("comments", .array(comments)) }
    if !attachments.isEmpty { fields.set("attachments", attachments.value) }
    return fields.value.text + "\n"
  }
}

/// Builds a JSON object; nil values are omitted.
struct JSONFields {
  private var object = JSONObject()

  var isEmpty: Bool { object.members.isEmpty }
  var value: JSONValue { .object(object) }

  mutating func set(_ name: String, _ value: JSONValue?) {
    if let value { object.members.append(.init(name: name, value: value)) }
  }

  mutating func set(_ name: String, _ text: String?) { set(name, text.map { .string($0) }) }

  mutating func set(_ name: String, _ number: Double?) { set(name, number.map { .decimal($0) }) }
}

extension JSONValue {
  /// Rounds to a ten-thousandth, so that converting coordinates of a rotated page back and forth is lossless.
  static func decimal(_ value: Double) -> JSONValue { .number(AppearanceContent.number(value, decimals: 4)) }

  static func decimals(_ values: some Sequence<Double>) -> JSONValue { .array(values.map { .decimal($0) }) }
}

/// The comment threads of a page: each consists of a root annotation and all direct and indirect replies.
struct CommentThreads {
  private let parents: [String: String]
  /// Names of annotations that have replies.
  private(set) var roots: Set<String> = []

  init(_ annotations: [Annotation]) {
    var parents: [String: String] = [:]
    let names = Set(annotations.compactMap(\.name))
    for annotation in annotations {
      guard case .note = annotation.kind, let name = annotation.name, let reply = annotation.reply,
        reply.kind == .reply,
        names.contains(reply.name)
      else { continue }
      parents[name] = reply.name
    }
    self.parents = parents
    for annotation in annotations { if annotation.state == nil, let root = root(of: annotation) { roots.insert(root) } }
  }

  /// The name of the root of its thread; nil for a root and for annotations outside of threads.
  func root(of annotation: Annotation) -> String? {
    guard let name = annotation.name, var parent = parents[name] else { return nil }
    // Replies can be cyclic in a malformed file.
    var left = 1_000
    while let next = parents[parent], left > 0 { (parent, left) = (next, left - 1) }
    return left > 0 ? parent : nil
  }
}
