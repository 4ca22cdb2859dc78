import Diagnostics
import JSON
import PDF

/// Reads Instant JSON, the format of Nutrient's readers (`https://pspdfkit.com/instant-json/v1`).
///
/// It describes changes to the base: annotations without `pdfObjectId` are added, or replace the one with the same
/// `name` or `id`; those with one replace that object; objects in `skippedPdfObjectIds` that are not replaced are
/// deleted. Coordinates are in points from the top left corner of the page as displayed.
package enum InstantJSONReader {
  static let formats = ["https://pspdfkit.com/instant-json/v1", "https://www.nutrient.io/instant-json/v1"]

  /// - Parameter base: the file to annotate; its pages define the coordinate systems.
  /// - Throws: `AnnotationError` with the JSON path.
  package static func read(
    _ bytes: [UInt8], base: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) -> AnnotationSource {
    let root = try JSONElement(bytes, limits: limits)
    guard let format = try root.string("format") else {
      throw AnnotationError(.malformed, "this is not Instant JSON: it has no format", at: "$")
    }
    guard formats.contains(format) else {
      throw root.invalid("format", "\(Quotation.of(format)) is not known; \(formats[0]) is")
    }
    var source = AnnotationSource()
    for name in ["formFieldValues", "bookmarks", "formFields"] where root[name] != nil {
      source.warnings.append(
        Diagnostic(
          "unsupported_member", "archives accept annotations only; this was skipped", in: root.place(name)))
    }
    var replaced: Set<Int> = []
    var totals = SourceTotals()
    let attachments = try root.element("attachments")
    var pictures: [String: StampPicture] = [:]
    for element in try root.objects("annotations") {
      guard source.edits.count < limits.annotations else {
        throw AnnotationError(
          .limit, "there are more than \(limits.annotations) annotations", at: element.path.description)
      }
      var reader = InstantAnnotationReader(element: element, attachments: attachments, pictures: pictures)
      pictures = [:]
      let annotation = try reader.read(for: base)
      pictures = reader.pictures
      source.warnings += reader.warnings
      let place = element.path.description
      try totals.add(annotation, limits, at: place)
      if let object = try element.integer("pdfObjectId", in: 1...0x7FFF_FFFF) {
        replaced.insert(object)
        source.edits.append((.modify(annotation, object: object), place))
      } else {
        source.edits.append((.put(annotation), place))
      }
    }
    try readComments(root, into: &source)
    try readDeletions(root, except: replaced, into: &source)
    return source
  }

  /// Reads the numbers of objects that are deleted.
  /// - Parameter replaced: objects that the source modifies.
  private static func readDeletions(
    _ root: JSONElement, except replaced: Set<Int>, into source: inout AnnotationSource
  ) throws(AnnotationError) {
    for (index, value) in (try root.array("skippedPdfObjectIds") ?? []).enumerated() {
      let path = root.path.member("skippedPdfObjectIds").element(index).description
      guard case .number(let text) = value, let object = Int(text), object > 0 else {
        throw AnnotationError(.invalidValue, "expected an object number, found \(value.described)", at: path)
      }
      if !replaced.contains(object) { source.edits.append((.delete(.object(object)), path)) }
    }
  }

  private static let commentMembers: Set<String> = [
    "id", "rootId", "creatorName", "text", "createdAt", "updatedAt", "customData", "pageIndex", "v", "type",
  ]

  /// Converts the comments of a thread to replies to its root annotation.
  private static func readComments(_ root: JSONElement, into source: inout AnnotationSource) throws(AnnotationError) {
    var markers: [String: Annotation] = [:]
    for (edit, _) in source.edits {
      switch edit {
      case .put(let annotation), .modify(let annotation, _):
        if let name = annotation.name { markers[name] = annotation }
      case .add, .delete: break
      }
    }
    for comment in try root.objects("comments") {
      guard let rootID = try comment.string("rootId") else { throw comment.invalid("rootId", "rootId is missing") }
      guard let marker = markers[rootID] else {
        throw AnnotationError(
          .notFound, "no annotation has the id \(Quotation.of(rootID))", at: comment.place("rootId"))
      }
      var reply = Annotation(.note(Note(icon: "Comment")), page: marker.page, rectangle: marker.rectangle)
      reply.name = try comment.string("id")
      reply.author = try comment.string("creatorName")
      let text = try InstantAnnotationReader.text(comment, "text")
      reply.contents = text.plain
      reply.richContents = text.rich
      reply.customData = try InstantAnnotationReader.customData(comment)
      reply.created = try InstantAnnotationReader.date(comment, "createdAt")
      reply.modified = try InstantAnnotationReader.date(comment, "updatedAt") ?? reply.created
      reply.flags = .print
      reply.reply = AnnotationReply(name: rootID)
      source.edits.append((.put(reply), comment.path.description))
      source.warnings += comment.warnings(unless: commentMembers)
    }
  }
}
