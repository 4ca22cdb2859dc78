import Annotations
import Archives
import Composition
import OperatingSystem
import PDF
import TestTraits
import Testing

/// Annotations on documents that conform to PDF/A.
@Suite(.hangLimit) struct AnnotatedArchiveTests {
  private func annotated(
    _ profile: String, _ annotations: String
  ) throws -> (verdict: ConformanceVerdict, warnings: [String]) {
    var document = HTMLDocument(html: Array("<html lang='en'><title>Report</title><h1>Report</h1><p>Text".utf8))
    document.conform(to: ConformanceRequest(try Conformance(profile), failure: .refuse))
    let base = try withLargeStack { [document] in Result { try Typesetter().set(.html(document)) } }.get().pdf
    let xfdf = "<xfdf xmlns='http://ns.adobe.com/xfdf/'><annots>\(annotations)</annots></xfdf>"
    let update = try AnnotationImport(Array(xfdf.utf8), format: .xfdf, base: PDFFile(bytes: base))
    let file = try PDFFile(bytes: base + update.segment)
    return (
      try #require(try ConformanceVerdict(file)), update.warnings.filter { $0.code == "archiving_lost" }.map(\.message)
    )
  }

  private static let box = "page='0' rect='50,500,250,560' date='D:20261120100000Z'"

  @Test(arguments: ["pdf/a-2b", "pdf/a-2a", "pdf/a-3u", "pdf/a-4"])
  func annotatedDocumentConforms(profile: String) throws {
    let (verdict, warnings) = try annotated(
      profile,
      """
      <text \(Self.box) name='1' icon='Comment'><contents>Note</contents><popup page='0' rect='1,1,9,9'/></text>
      <highlight \(Self.box) name='2' color='#FFFF00' coords='50,560,250,560,50,500,250,500'/>
      <underline \(Self.box) name='3' color='#00FF00' coords='50,560,250,560,50,500,250,500'/>
      <ink \(Self.box) name='4' color='#0000FF'><inklist><gesture>50,500;120,560;250,510</gesture></inklist></ink>
      <freetext \(Self.box) name='5'><contents>Text äöü €</contents><defaultappearance>0 0 1 rg /Helv 12 Tf</defaultappearance></freetext>
      <square \(Self.box) name='6' color='#FF0000' interior-color='#00FF00' opacity='0.5'/>
      <stamp \(Self.box) name='7' icon='Approved'/>
      <line \(Self.box) name='8' color='#333333' start='60,510' end='200,550' head='OpenArrow'/>
      <polygon \(Self.box) name='9' color='#333333'><vertices>60,510;200,550;100,520</vertices></polygon>
      """)
    #expect(verdict.findings.map(\.description) == [])
    #expect(verdict.profile.rawValue == profile)
    #expect(warnings == [])
  }

  @Test(arguments: [
    ("pdf/a-2b", "<square \(box) name='1' flags='hidden'/>", "is hidden", "6.3.2"),
    ("pdf/a-1b", "<square \(box) name='1' opacity='0.5'/>", "is transparent", "6.4"),
    (
      "pdf/a-1b", "<highlight \(box) name='1' color='#FFFF00' coords='50,560,250,560,50,500,250,500'/>",
      "is transparent",
      "6.4"
    ), ("pdf/a-1b", "<caret \(box) name='1'/>", "is of a kind that it does not have", "6.5.2"),
  ])
  func whatTheProfileForbidsIsReported(profile: String, annotation: String, message: String, clause: String) throws {
    let (verdict, warnings) = try annotated(profile, annotation)
    let name = "PDF/A-" + profile.dropFirst(6)
    #expect(warnings == ["The annotation \(message), so that the document does not conform to \(name) any more."])
    #expect(verdict.findings.contains { $0.clause == clause })
  }

  @Test func opaqueAnnotationsConformToTheFirstPart() throws {
    let (verdict, warnings) = try annotated("pdf/a-1b", "<square \(Self.box) name='1' color='#FF0000'/>")
    #expect(verdict.findings.map(\.description) == [])
    #expect(warnings == [])
  }
}
