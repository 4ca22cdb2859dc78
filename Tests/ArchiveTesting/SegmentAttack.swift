import Archives
import Fuzzing
import PDF

/// A base and a segment for it, both made from a seed: the base has visible text, an outline, form fields and
/// annotations, often with objects in two roles; the segment changes, adds and frees objects as an attacker would.
package struct SegmentAttack {
  package let base: [UInt8]
  package let segment: [UInt8]
  private var random: SplitMix

  package init(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    base = Self.base(&random)
    segment = try Self.update(&random).bytes(on: base)
    self.random = random
  }

  /// Whether the segment is accepted.
  package var isAccepted: Bool {
    let bytes = PDFBytes(parts: [base, segment])
    guard let before = try? PDFFile(bytes, length: base.count),
      let checked = try? before.checkSegment(upTo: bytes.count), let after = try? before.advanced(over: checked)
    else { return false }
    return (try? before.checkAnnotationsOnly(checked, after: after)) != nil
  }

  // MARK: The base

  /// Objects of every base: catalog, page tree, two pages and their contents, a font, the outline, a form field, three
  /// annotations with a pop-up, an array.
  private static let last = 16

  private static func base(_ random: inout SplitMix) -> [UInt8] {
    // Often one of the document's objects is also an annotation, or refers to one or to an object that is not there.
    let shared = random.once(in: 2) ? random.pick(["10", "11", "12", "13", "17", "18", "19", "20"]) : "7"
    let role = random.pick([
      "", "/Resources<</Font<</F 7 0 R>>/ExtGState<</G \(shared) 0 R/Annots \(shared) 0 R>>>>", "/Group \(shared) 0 R",
      "/Extra \(shared) 0 R", "/Annots[10 0 R]", "/Rotate 0.0", "/Resources<</Font<</F 7 0 R/Popup \(shared) 0 R>>>>",
    ])
    let resources = role.contains("/Resources") ? "" : "/Resources<</Font<</F 7 0 R>>>>"
    let contents = random.once(in: 4) ? "[5 0 R \(shared) 0 R]" : "5 0 R"
    let catalog = random.pick([
      "", "", "/Extra \(shared) 0 R", "/Names<</Dests \(shared) 0 R>>", "/PageLabels \(shared) 0 R",
    ])
    let fields = random.once(in: 6) ? "[9 0 R \(shared) 0 R]" : random.once(in: 6) ? "16 0 R" : "[9 0 R]"
    let list = random.pick(["[10 0 R 11 0 R 13 0 R 9 0 R]", " 16 0 R", "[10 0 R 11 0 R 12 0 R 13 0 R 9 0 R]"])
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R/AcroForm<</Fields \(fields)/DA(/F 9 Tf)/DR<</Font<</F 7 0 R>>>>>>\(catalog)>>",
      "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 200 100]>>",
      "<</Type/Page/Parent 2 0 R\(resources)\(role)/Contents \(contents)/Annots\(list)>>",
      "<</Type/Page/Parent 2 0 R/Resources<</Font<</F 7 0 R>>>>/Contents 6 0 R>>",
      text("/F 18 Tf 10 60 Td (First page) Tj"), text("/F 18 Tf 10 60 Td (Second page) Tj"),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      "<</Type/Outlines/First 15 0 R/Last 15 0 R/Count 1>>",
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(value)/Rect[10 10 90 30]/P 3 0 R/DA(/F 9 Tf)>>",
      "<</Type/Annot/Subtype/Text/Rect[150 50 170 70]/Contents(note)/Popup 12 0 R/P 3 0 R>>",
      "<</Type/Annot/Subtype/Square/Rect[100 10 140 40]/C[1 0 0]/P 3 0 R>>",
      "<</Type/Annot/Subtype/Popup/Rect[100 60 140 90]/Parent 10 0 R>>",
      "<</Type/Annot/Subtype/Link/Rect[10 55 90 80]/Dest[4 0 R/Fit]/P 3 0 R>>", "<</Producer(fuzz)>>",
      "<</Title(Chapter)/Parent 8 0 R/Dest[3 0 R/Fit]>>", "[10 0 R 11 0 R 13 0 R 9 0 R]",
    ]
    let trailer = "/Info 14 0 R" + Fixture.identifier
    return Fixture.table(objects, trailer: trailer)
  }

  private static func text(_ operators: String) -> String {
    let content = "BT \(operators) ET"
    return "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
  }

  // MARK: The segment

  private static func update(_ random: inout SplitMix) -> RawUpdate {
    var update = RawUpdate([:])
    // Mostly a harmless update of the list and an annotation, with few changes to it.
    let added = last + 1 + random.below(4)
    if !random.once(in: 4) { update.objects[3] = page(added, &random) }
    if update.objects[3] != nil || random.once(in: 2) { update.objects[added] = annotation(added, &random) }
    for _ in 0..<random.below(4) {
      let number = random.once(in: 2) ? 1 + random.below(last) : last + 1 + random.below(6)
      update.objects[number] = random.once(in: 2) ? annotation(number, &random) : other(&random)
    }
    if random.once(in: 8) {
      update.freed = [random.pick([9, 10, 11, 12, 13, 5, 7])].filter { update.objects[$0] == nil }
    }
    if random.once(in: 3) { update.section = .stream }
    if update.section == .stream, random.once(in: 3) {
      for (number, text) in update.objects where !text.contains("stream") {
        update.packed[number] = text
        update.objects[number] = nil
      }
      if random.once(in: 5) { update.hidden = [random.pick([5, 7, 25]): other(&random)] }
    }
    if random.once(in: 12) {
      update.extraRows = [(random.pick([5, 7, 9, 30]), [UInt8(random.pick([0, 2, 3, 9])), 0, 0, 9, 0])]
    }
    return update
  }

  private static func page(_ added: Int, _ random: inout SplitMix) -> String {
    var items = ["10 0 R", "11 0 R", "13 0 R", "9 0 R", "\(added) 0 R"]
    if random.once(in: 3) { items.append("\(last + 1 + random.below(6)) 0 R") }
    if random.once(in: 3) { items.remove(at: random.below(items.count)) }
    if random.once(in: 4) { items.append("12 0 R") }
    if random.once(in: 6) { items.swapAt(0, random.below(items.count)) }
    let resources =
      random.once(in: 6)
      ? random.pick(["", "/Resources<</Font<</F \(added) 0 R>>>>"]) : "/Resources<</Font<</F 7 0 R>>>>"
    let contents = random.once(in: 8) ? random.pick(["6 0 R", "[5 0 R 6 0 R]", "\(added) 0 R"]) : "5 0 R"
    let list = random.once(in: 8) ? " \(random.pick([16, added])) 0 R" : "[\(items.joined(separator: " "))]"
    return
      "<</Type/Page/Parent 2 0 R\(resources)\(random.once(in: 12) ? "/Rotate 90" : "")/Contents \(contents)/Annots\(list)>>"
  }

  private static func annotation(_ number: Int, _ random: inout SplitMix) -> String {
    let kinds = ["Text", "Square", "Popup", "Link", "Stamp", "FreeText", "Ink", "Highlight"]
    let bad = ["Widget", "FileAttachment", "Screen", "Redact", "Watermark", "3D"]
    let kind =
      random.once(in: 10) ? random.pick(bad) : number == 10 ? "Text" : number == 11 ? "Square" : random.pick(kinds)
    var entries = random.once(in: 5) ? "" : "/Type/Annot"
    entries += random.once(in: 20) ? "/Subtype \(last + 2) 0 R" : "/Subtype/\(kind)"
    entries += "/Rect[\(random.below(200)) \(random.below(100)) \(random.below(200)) \(random.below(100))]"
    let target = "\(1 + random.below(last + 6)) 0 R"
    for _ in 0..<random.below(3) {
      entries += random.pick([
        "/P 3 0 R", "/Popup \(target)", "/IRT \(target)", "/Parent \(target)", "/AP<</N \(target)>>", "/Contents(x)",
        "/C[0 0 1]", "/A<</S/URI/URI(https://example.org)>>", "/A<</S/URI/URI(file:x)>>", "/A \(target)",
        "/A<</S/JavaScript/JS(x)>>", "/AA<<>>", "/Extra \(target)", "/Extra[\(target)]", "/ca 0/CA 0",
        "/Font[7 0 R 40]",
        "/FT/Tx/T(evil)/V(evil)", "/Title(Evil)", "/Dests<<>>", "/BaseFont/Courier", "/OC \(target)", "/Fields[]",
        "/Kids[]/Count 0", "/Nums[0<</P(evil)>>]", "/Subtype/Widget", "/Contents 6 0 R", "/MediaBox[0 0 9 9]",
      ])
    }
    return "<<\(entries)>>"
  }

  private static func other(_ random: inout SplitMix) -> String {
    random.pick([
      text("/F 30 Tf 20 20 Td (Evil) Tj"), "<</Type/Font/Subtype/Type1/BaseFont/Courier>>", "[9 0 R]", "[]", "[3 0 R]",
      "<</Type/Pages/Kids[4 0 R]/Count 1>>", "<</Type/ExtGState/ca 0>>", "<<>>", "null", "(Evil)", "/Widget", "3",
      "<</Title(Evil)/Parent 8 0 R>>", "<</Producer(evil)>>", "<</Type/Catalog/Pages 2 0 R>>",
      "<</Subtype/Form/BBox[0 0 200 100]/Length 18>>\nstream\n0 0 200 100 re f  \nendstream",
      "[10 0 R 11 0 R 13 0 R 9 0 R \(last + 1) 0 R]", "<</S/Launch/F(x)>>", "<</Fields[]>>",
    ])
  }
}
