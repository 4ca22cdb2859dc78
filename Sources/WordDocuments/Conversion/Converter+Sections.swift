import Layout
import Markup
import Style

/// A section of the document: consecutive pages of one name.
struct Section {
  /// The page name; nil for `auto`.
  var name: String?
  /// ST_SectionMark.
  var start = "nextPage"
  var firstPageNumber: Int?
  var properties: SectionProperties?
}

/// Sections, from named pages and breaks to left and right pages.
extension Converter {
  /// The style of pages with a name.
  /// - Parameters:
  ///   - isFirst: the first page of the document or, if `name` is not nil, of its group.
  ///   - isRight: a right page.
  func pageStyle(named name: String?, isFirst: Bool, isRight: Bool = true, index: Int? = nil) -> PageStyle {
    // An index that `:nth()` hardly refers to.
    let page = index ?? (isFirst && name == nil ? 0 : 100_002 + (isRight ? 0 : 1))
    return document.pageStyle(
      PageQuery(
        index: page, name: name, isFirst: isFirst, isRight: isRight, isBlank: false, indexInGroup: isFirst ? 0 : 100_002
      ))
  }

  /// Starts a section if a box is on a page of another name.
  func startPage(of box: FlowBox, _ context: BlockContext) throws(WordError) {
    let name = self[box.style].box.pageName ?? context.pageName
    if sections.isEmpty { sections.append(Section(name: name)) }
    if name != sections.last?.name { try startSection(Section(name: name)) }
    let counters = self[box.style].content
    if let page = (counters.counterReset + counters.counterSet).last(where: { $0.name == "page" }) {
      if endsSection || sections.count == 1 && blocks.isEmpty {
        sections[sections.count - 1].firstPageNumber = max(0, Int(page.value))
      } else {
        warn("word_page_counter", "Word can set the page number only at the start of a section", box.node)
      }
    }
  }

  /// Starts a section on a left or right page.
  func startSection(at value: BoxStyle.Break, _ box: FlowBox) throws(WordError) {
    guard !blocks.isEmpty else { return }
    let isRightToLeft = root.map { self[$0.style].text.direction == .rightToLeft } ?? false
    let isRight = value == .right || value == .recto && !isRightToLeft || value == .verso && isRightToLeft
    var section = Section(name: self[box.style].box.pageName ?? sections.last?.name)
    section.start = isRight ? "oddPage" : "evenPage"
    try startSection(section)
  }

  /// The last paragraph ends a section.
  private var endsSection: Bool {
    guard case .paragraph(let paragraph)? = blocks.last else { return false }
    return paragraph.endsSection != nil
  }

  private func startSection(_ section: Section) throws(WordError) {
    pending.breaksPage = false
    guard !blocks.isEmpty else {
      sections = [section]
      return
    }
    if endsSection {
      sections[sections.count - 1] = section
      return
    }
    let saved = pending
    pending = Pending()
    var needsParagraph = true
    if case .paragraph(let last)? = blocks.last, last.frame == nil { needsParagraph = false }
    if needsParagraph { try appendParagraph(separator()) }
    if case .paragraph(var last)? = blocks.last {
      last.endsSection = sections.count - 1
      blocks[blocks.count - 1] = .paragraph(last)
    }
    pending = saved
    sections.append(section)
  }

  /// Computes the geometry, headers and footers of all sections.
  func finishSections() throws(WordError) {
    if sections.isEmpty { sections = [Section(name: nil)] }
    var known: [String?: SectionProperties] = [:]
    for index in sections.indices {
      let name = sections[index].name
      var properties: SectionProperties
      if index > 0, let same = known[name] {
        properties = same
      } else {
        properties = try sectionProperties(named: name, isFirst: index == 0)
        if index > 0 { known[name] = properties }
      }
      properties.start = sections[index].start
      properties.firstPageNumber = sections[index].firstPageNumber
      sections[index].properties = properties
    }
  }

  private func sectionProperties(named name: String?, isFirst: Bool) throws(WordError) -> SectionProperties {
    let right = pageStyle(named: name, isFirst: false)
    let left = pageStyle(named: name, isFirst: false, isRight: false)
    let first =
      isFirst
      ? pageStyle(named: name, isFirst: true, index: 0) : name == nil ? right : pageStyle(named: name, isFirst: true)
    var properties = geometry(of: right)
    if first.box.width != right.box.width || first.box.height != right.box.height
      || abs(first.box.margin.left - right.box.margin.left) > 1
      || abs(first.box.margin.right - right.box.margin.right) > 1
    {
      warn("word_first_page", "The first page of a section has the size and side margins of its other pages", .none)
    }
    if left.box.margin.left != right.box.margin.left || left.box.margin.right != right.box.margin.right {
      warn("word_facing_pages", "Left pages have the margins of right pages", .none)
    }
    if right.hasCropMarks || right.hasCrossMarks || right.bleed > 0 {
      warn("word_marks", "Word has no printer's marks and no bleed; they are left out", .none, severity: .note)
    }
    // A header that is higher than the margin moves the text down, so pages with a greater margin have a higher header.
    let tops = (first: first.box.margin.top, other: right.box.margin.top)
    let bottoms = (first: first.box.margin.bottom, other: right.box.margin.bottom)
    properties.margins.top = Units.twips(min(tops.first, tops.other) + right.box.border.top + right.box.padding.top)
    properties.margins.bottom = Units.twips(
      min(bottoms.first, bottoms.other) + right.box.border.bottom + right.box.padding.bottom)
    let differs =
      first != right
      && (first.marginBoxes != right.marginBoxes || tops.first != tops.other || bottoms.first != bottoms.other)
    let facing = left.marginBoxes != right.marginBoxes
    var pages: [(SectionProperties.HeaderKind, PageStyle)] = [(.default, right)]
    if differs { pages.append((.first, first)) }
    if facing { pages.append((.even, left)) }
    properties.hasOwnFirstPage = differs
    try addMarginBoxes(pages, to: &properties, least: (min(tops.first, tops.other), min(bottoms.first, bottoms.other)))
    return properties
  }

  private func geometry(of page: PageStyle) -> SectionProperties {
    let box = page.box
    let margins = Sides(
      top: Units.twips(box.margin.top),
      right: Units.twips(box.margin.right + box.border.right + box.padding.right + inset.right),
      bottom: Units.twips(box.margin.bottom),
      left: Units.twips(box.margin.left + box.border.left + box.padding.left + inset.left))
    var properties = SectionProperties(width: Units.twips(box.width), height: Units.twips(box.height), margins: margins)
    properties.restartsFootnotesByPage = document.numbersFootnotesByPage
    properties.isRightToLeft = root.map { self[$0.style].text.direction == .rightToLeft } ?? false
    return properties
  }
}
