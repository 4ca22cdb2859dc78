import Dates
import JSON
import PDF

extension Annotation {
  /// The annotation as JSON for listings: names, positions and texts without appearance details.
  package var listing: JSONValue {
    var fields = JSONFields()
    fields.set("page", .number("\(page + 1)"))
    fields.set("type", kind.subtype.text)
    fields.set("name", name)
    if let box = rectangle { fields.set("rect", .decimals([box.x0, box.y0, box.x1, box.y1])) }
    fields.set("author", author)
    fields.set("subject", subject)
    fields.set("contents", contents)
    fields.set("created", created.map { PDFDate.iso8601(pdf: $0) ?? $0 })
    fields.set("modified", modified.map { PDFDate.iso8601(pdf: $0) ?? $0 })
    fields.set("color", color?.hexadecimal)
    fields.set("interior_color", interior?.hexadecimal)
    if opacity < 1 { fields.set("opacity", opacity) }
    let words = AnnotationFlags.names.filter { flags.contains($0.flag) }.map { JSONValue.string($0.name) }
    if !words.isEmpty { fields.set("flags", .array(words)) }
    if let reply {
      fields.set("in_reply_to", reply.name)
      if reply.kind == .group { fields.set("reply_type", "group") }
    }
    fields.set("state", state?.state)
    fields.set("state_model", state?.model)
    return fields.value
  }
}
