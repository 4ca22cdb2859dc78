import ArchiveTesting
import Diagnostics
import Fuzzing
import PDF
import TestTraits
import Testing

@testable import Annotations

/// Deterministically damaged sources: each is read within limits or refused with a reason, and gives an update that
/// only annotates. `script/fuzz archives` runs more seeds.
@Suite(.hangLimit) struct FuzzTests {
  @Test(arguments: SourceExercise.Source.allCases)
  func damagedSourcesAreReadOrRefused(source: SourceExercise.Source) throws {
    let base = source == .xfdf ? Fixture.pdf() : InstantJSONReaderTests.base()
    let file = try PDFFile(bytes: base)
    let whole = SourceExercise.run(source.sample, source.format, base: file)
    #expect(whole.isRead && whole.fault == nil)
    var random = SplitMix(seed: 20_261_121)
    var read = 0
    for round in 0..<300 {
      let changed = Damage.apply(to: source.sample, words: Damage.sourceWords, &random)
      let result = SourceExercise.run(changed, source.format, base: file)
      #expect(result.fault == nil, "round \(round)")
      if result.isRead { read += 1 }
    }
    #expect(read > 2)
  }
}

/// Messages quote text of sources in typographic quotation marks only, which are masked where payloads may not be read.
@Suite(.hangLimit) struct MessageTests {
  @Test(arguments: [
    "<text page='0' rect='0,0,9,9' color='SECRET'/>", "<text page='SECRET' rect='0,0,9,9'/>", "<SECRET page='0'/>",
    "<text page='0' rect='0,SECRET,9,9'/>", "<text page='0' rect='0,0,9,9' flags='SECRET'/>",
    "<text page='0' rect='0,0,9,9' name='b' inreplyto='SECRET'/>", "<text page='0' rect='0,0,9,9' opacity='SECRET'/>",
    "<text page='0' rect='0,0,9,9' name='SECRET'/><text page='0' rect='0,0,9,9' name='SECRET'/>",
    "<link page='0' rect='0,0,9,9'><OnActivation><Action><URI Name='javascript:SECRET'/></Action></OnActivation></link>",
  ])
  func messagesOfXFDFAreMasked(element: String) throws {
    let source = "<xfdf xmlns=\"http://ns.adobe.com/xfdf/\"><annots>\(element)</annots></xfdf>"
    let error = #expect(throws: AnnotationError.self) {
      try AnnotationImport(Array(source.utf8), format: .xfdf, base: PDFFile(bytes: ArchiveTesting.Fixture.table()))
    }
    #expect(Quotation.masked(error?.message ?? "").contains("SECRET") == false)
  }
}
