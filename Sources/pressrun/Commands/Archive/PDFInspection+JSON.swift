import Archives
import PDF

extension PDFInspection {
  /// Prints one object. Times are unparsed, lengths in points, offsets in bytes from the start of the file.
  func printJSON(file path: String) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("file", path)
      writer.field("bytes", pdf.length)
      writer.field("version", pdf.version)
      writer.field("linearized", pdf.isLinearized)
      writer.field("pdfa", pdf.pdfAClaim()?.description)
      writer.field("pdfua", pdf.accessibilityClaim()?.description)
      writer.key("conforms")
      if verdicts.isEmpty { writer.null() } else { writer.boolean(verdicts.allSatisfy(\.violations.isEmpty)) }
      writer.key("findings")
      writer.array(verdicts.flatMap(\.violations)) { writer, violation in writer.string(violation.description) }
      writer.key("encryption")
      write(pdf.encryption(), &writer)
      writer.key("signatures")
      write(signatures, &writer)
      writer.key("revisions")
      writer.array(revisions.enumerated()) { write($1.element, number: $1.offset, &$0) }
      writer.key("pages")
      var top = 0.0
      writer.array(pages) { writer, page in
        write(page, top: top, &writer)
        top += page.height
      }
      writer.key("annotations")
      writer.array(annotations) { write($1, &$0) }
      writer.key("covered_pages")
      writer.array(coveredPages) { writer, coverage in
        writer.object {
          $0.field("page", coverage.page + 1)
          $0.field("share", coverage.share)
        }
      }
      writer.field("annotation_fault", annotationFault)
    }
    try writer.finish()
  }

  private func write(_ encryption: EncryptionSummary?, _ writer: inout JSONWriter) {
    guard let encryption else { return writer.null() }
    writer.object {
      $0.field("handler", encryption.handler)
      $0.field("version", encryption.version)
      $0.field("revision", encryption.revision)
    }
  }

  private func write(_ signatures: SignatureSummary, _ writer: inout JSONWriter) {
    writer.object {
      $0.key("signed_fields")
      $0.array(signatures.signedFields) { $0.string($1) }
      $0.field("certification", signatures.certification)
      $0.field("lock", signatures.lock)
      $0.key("field_locks")
      $0.array(signatures.fieldLocks) { writer, lock in
        writer.object {
          $0.field("action", lock.action.rawValue)
          $0.key("fields")
          $0.array(lock.fields) { $0.string($1) }
        }
      }
      $0.field("allows_annotations", signatures.allowsAnnotations)
    }
  }

  private func write(_ item: Revision, number: Int, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("number", number)
      writer.field("start", item.revision.range.lowerBound)
      writer.field("end", item.revision.range.upperBound)
      writer.field("cross_reference", item.revision.crossReference)
      writer.field("kind", item.revision.kind.rawValue)
      writer.field("objects", item.revision.objectCount)
      writer.field("freed", item.revision.freed.count)
      writer.key("changes")
      writer.array(item.changes) { writer, change in
        writer.object {
          $0.field("object", change.number)
          $0.field("action", change.action.rawValue)
          $0.field("role", change.role)
        }
      }
    }
  }

  private func write(_ page: PDFPage, top: Double, _ writer: inout JSONWriter) {
    writer.object {
      $0.field("number", page.index + 1)
      $0.field("object", page.reference?.number)
      $0.field("width", page.width)
      $0.field("height", page.height)
      $0.field("top", top)
      $0.field("rotation", page.rotation)
      $0.field("user_unit", page.userUnit)
      $0.key("media_box")
      write(page.mediaBox, &$0)
      $0.key("crop_box")
      write(page.cropBox, &$0)
    }
  }

  private func write(_ rectangle: PDFRectangle, _ writer: inout JSONWriter) {
    writer.array([rectangle.x0, rectangle.y0, rectangle.x1, rectangle.y1]) { $0.number($1) }
  }

  private func write(_ annotation: AnnotationSummary, _ writer: inout JSONWriter) {
    writer.object {
      $0.field("page", annotation.page + 1)
      $0.field("object", annotation.reference?.number)
      $0.field("kind", annotation.kind)
      $0.field("name", annotation.name)
      $0.field("author", annotation.author)
      $0.field("contents", annotation.contents)
      $0.field("modified", annotation.modified)
      $0.key("rect")
      if let rectangle = annotation.rectangle { write(rectangle, &$0) } else { $0.null() }
      $0.field("appearance", annotation.hasAppearance)
    }
  }
}
