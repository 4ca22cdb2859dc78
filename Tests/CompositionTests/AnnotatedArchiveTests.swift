import Annotations
import Archives
import Composition
import OperatingSystem
import TestTraits
import Testing

@testable import PDF

/// Annotations on documents that conform to PDF/A.
@Suite(.hangLimit) struct AnnotatedArchiveTests {
  private func base(_ profile: String) throws -> [UInt8] {
    let html =
      "<html lang='en'><title>Report</title><section><h1>Report</h1><p>Text</section><p style='break-before: page'>Page two"
    var document = HTMLDocument(html: Array(html.utf8))
    document.conform(to: ConformanceRequest(try Conformance(profile), failure: .refuse))
    return try withLargeStack { [document] in Result { try Typesetter().render(.html(document)) } }.get().pdf
  }

  private func xfdf(_ annotations: String) -> [UInt8] {
    Array("<xfdf xmlns='http://ns.adobe.com/xfdf/'><annots>\(annotations)</annots></xfdf>".utf8)
  }

  private func annotated(
    _ profile: String, _ annotations: String
  ) throws -> (verdict: ConformanceVerdict, warnings: [String]) {
    let base = try base(profile)
    let update = try AnnotationImport(xfdf(annotations), format: .xfdf, base: PDFFile(bytes: base))
    let file = try PDFFile(bytes: base + update.segment)
    return (
      try #require(try ConformanceVerdict.all(file).first),
      update.warnings.filter { $0.code == "archiving_lost" }.map(\.message)
    )
  }

  private static let box = "page='0' rect='50,500,250,560' date='D:20261120100000Z'"

  private static let everyKind =
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
    <polyline \(box) name='10' color='#333333'><vertices>60,510;200,550;100,520</vertices></polyline>
    <circle \(box) name='11' color='#FF0000'/><caret \(box) name='12'/>
    <squiggly \(box) name='13' color='#00FF00' coords='50,560,250,560,50,500,250,500'/>
    <strikeout \(box) name='14' color='#00FF00' coords='50,560,250,560,50,500,250,500'/>
    <text \(box) name='15' inreplyto='1'><contents>Answer</contents></text>
    <link \(box) name='16'><OnActivation><Action Trigger='U'><URI Name='https://example.org'/></Action></OnActivation></link>
    <highlight page='1' rect='50,500,250,560' name='17' color='#FFFF00' coords='50,560,250,560,50,500,250,500'>
    <popup page='1' rect='1,1,9,9'/></highlight>
    """

  @Test(arguments: ["pdf/a-2b", "pdf/a-2a", "pdf/a-3u", "pdf/a-4", "pdf/ua-1", "pdf/ua-2"])
  func annotatedDocumentConforms(profile: String) throws {
    let (verdict, warnings) = try annotated(profile, Self.everyKind)
    #expect(verdict.violations.map(\.description) == [])
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
    #expect(verdict.violations.contains { $0.clause == clause })
  }

  @Test func opaqueAnnotationsConformToTheFirstPart() throws {
    let (verdict, warnings) = try annotated("pdf/a-1b", "<square \(Self.box) name='1' color='#FF0000'/>")
    #expect(verdict.violations.map(\.description) == [])
    #expect(warnings == [])
  }

  /// The findings of all profiles that a file claims.
  private func findings(_ file: PDFFile) throws -> [String] {
    try ConformanceVerdict.all(file).flatMap { verdict in verdict.violations.map { "\(verdict.profile): \($0)" } }
  }

  private static func note(_ name: String, _ text: String, page: Int = 0) -> String {
    "<text page='\(page)' rect='50,500,250,560' name='\(name)'><contents>\(text)</contents></text>"
  }

  /// Regression: annotations on a document of PDF/UA were not in its structure, so that it did not conform any more.
  @Test func updatesMadeOneAfterAnotherAndAtTheSameTimeConform() throws {
    let base = try base("pdf/a-2a,pdf/ua-1")
    func update(_ annotations: String, on file: PDFFile) throws -> [UInt8] {
      try AnnotationImport(xfdf(annotations), format: .xfdf, base: file).segment
    }
    var merge = PDFMerge(base: try PDFFile(bytes: base))
    let first = merge.tip
    let one = try update(Self.everyKind, on: merge.file)
    #expect(try merge.append(one, madeOn: first).appended == one)
    // Made for the base at the same time.
    let other = try update(Self.note("a", "A") + Self.note("b", "B", page: 1), on: try PDFFile(bytes: base))
    let branch = try #require(try merge.append(other, madeOn: first).branch)
    #expect(try findings(merge.file) == [])
    // Its reader changes one of them and removes the other.
    let edits = """
      <xfdf xmlns='http://ns.adobe.com/xfdf/'><modify>\(Self.note("a", "Changed"))</modify>
      <delete><id page='1'>b</id></delete></xfdf>
      """
    let changes = try AnnotationImport(Array(edits.utf8), format: .xfdf, base: PDFFile(bytes: base + other)).segment
    #expect(try merge.append(changes, madeOn: branch).report.overridden == [])
    #expect(try findings(merge.file) == [])
    #expect(merge.file.contents.starts(with: base))
    var structure = try #require(try StructureReader(merge.file))
    let page = try #require(try merge.file.page(0))
    let annotations = try AppendWriter(base: merge.file).annotations(of: page)
    #expect(annotations.count == 18)
    for annotation in annotations {
      let key = try #require(structure.dictionary(annotation)?["StructParent"].integer)
      let element = try #require(structure.dictionary(structure.parent(key)))
      #expect(try #require(structure.annotations(of: element)).contains(try #require(annotation.reference)))
    }
  }

  @Test func elementsOfDeletedAnnotationsAreRemoved() throws {
    let base = try base("pdf/ua-1")
    func elements(_ file: PDFFile) throws -> Int {
      let structure = try #require(try StructureReader(file))
      var (waiting, count) = ([structure.entries], 0)
      while let element = waiting.popLast() {
        if element["S"].name == "Annot" { count += 1 }
        waiting += structure.kids(of: element).compactMap { $0.reference == nil ? nil : structure.dictionary($0) }
      }
      return count
    }
    let noted = try AnnotationImport(
      xfdf(Self.note("a", "A") + Self.note("b", "B")), format: .xfdf, base: PDFFile(bytes: base)
    ).segment
    #expect(try elements(PDFFile(bytes: base + noted)) == 2)
    let delete = "<xfdf xmlns='http://ns.adobe.com/xfdf/'><delete><id page='0'>a</id></delete></xfdf>"
    var merge = PDFMerge(base: try PDFFile(bytes: base + noted))
    let deleted = try AnnotationImport(Array(delete.utf8), format: .xfdf, base: merge.file).segment
    _ = try merge.append(deleted, madeOn: merge.tip)
    #expect(try elements(merge.file) == 1)
    #expect(try findings(merge.file) == [])
  }

  @Test func whatHasNoTextIsDescribed() throws {
    let base = try base("pdf/ua-1")
    let update = try AnnotationImport(xfdf(Self.everyKind), format: .xfdf, base: PDFFile(bytes: base)).segment
    let file = try PDFFile(bytes: base + update)
    var reader = AnnotationReader(file)
    let page = try #require(try file.page(0))
    let texts = try reader.annotations(of: page).annotations.map { "\($0.kind.subtype.text): \($0.contents ?? "")" }
    #expect(texts.contains("Ink: Drawing by hand") && texts.contains("Link: https://example.org"))
    #expect(texts.contains("Text: Note") && texts.contains("Stamp: Stamp: Approved"))
    // A base without tags gets what the source says, and no structure.
    let plain = try self.base("pdf/a-2b")
    let untagged = try AnnotationImport(xfdf(Self.everyKind), format: .xfdf, base: PDFFile(bytes: plain)).segment
    #expect(!String(decoding: untagged, as: UTF8.self).contains("StructElem"))
    #expect(!String(decoding: untagged, as: UTF8.self).contains("Drawing by hand"))
  }
}
