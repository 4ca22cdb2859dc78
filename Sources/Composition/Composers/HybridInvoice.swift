import Invoicing
import PDF

extension HTMLDocument {
  /// Embeds an invoice's XML into its PDF, as Factur-X 1.07 (ZUGFeRD 2.3) and XRechnung prescribe: PDF/A-3, and
  /// metadata that name the file.
  /// - Throws: `invalidValue` if the document shall conform to a profile of PDF/A without such attachments.
  mutating func attach(_ invoice: Invoice, _ profile: InvoiceProfile) throws(CompositionError) {
    do throws(PDFError) {
      let standard = try Conformance([.pdfA3b])
      let stated = conformance ?? ConformanceRequest(standard)
      let accessibility = stated.profiles.accessibility
      let archive = stated.profiles.archive ?? .pdfA3b
      guard archive.part == 3 else {
        throw PDFError(
          code: .conformance, message: "the XML of \(profile.rawValue) needs pdf/a-3, not \(archive.rawValue)")
      }
      let profiles = try Conformance([archive] + (accessibility.map { [$0] } ?? []))
      conform(to: ConformanceRequest(profiles, failure: stated.failure))
    } catch {
      throw CompositionError(.invalidValue, error.message, at: "$.einvoice")
    }
    attachments.append(
      Attachment(
        name: profile.fileName, description: "Invoice \(invoice.number)", mediaType: "text/xml",
        relationship: .alternative, modified: invoice.date.text, data: invoice.xml()))
    schemas.append(profile.schema)
  }
}

extension InvoiceProfile {
  fileprivate var fileName: String { isXRechnung ? "xrechnung.xml" : "factur-x.xml" }

  /// The XMP properties by which readers find the XML (Factur-X 1.07, 6.3).
  fileprivate var schema: XMPSchema {
    XMPSchema(
      title: "Factur-X PDFA Extension Schema", namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
      prefix: "fx", category: "external",
      properties: [
        .init(name: "DocumentFileName", value: fileName, description: "The name of the embedded XML document"),
        .init(name: "DocumentType", value: "INVOICE", description: "The type of the hybrid document"),
        .init(
          name: "Version", value: isXRechnung ? "3.0" : "1.0",
          description: "The version of the standard that applies to the embedded XML document"),
        .init(
          name: "ConformanceLevel", value: isXRechnung ? "XRECHNUNG" : "EN 16931",
          description: "The conformance level of the embedded XML document"),
      ])
  }
}
