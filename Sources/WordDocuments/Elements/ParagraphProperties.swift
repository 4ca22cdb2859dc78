import Style

/// The formatting of a paragraph (CT_PPr), with a value for each property.
struct ParagraphProperties: Hashable {
  enum LineRule: String { case auto, exact }
  struct Tab: Hashable {
    /// ST_TabJc: `left`, `center` or `right`.
    var kind: String
    /// ST_TabTlc: `none`, `dot`, `hyphen` or `underscore`.
    var leader = "none"
    /// Twips from the left edge of the text area.
    var position: Int
  }

  var keepsNext = false
  var keepsLines = false
  var breaksPageBefore = false
  var controlsWidows = true
  var borders = Sides<Border>.none
  var shading = "auto"
  var tabs: [Tab] = []
  var suppressesHyphens = false
  var isRightToLeft = false
  /// Twips.
  var before = 0
  var after = 0
  /// 240ths of a line, or twips, by `lineRule`.
  var line = 240
  var lineRule = LineRule.auto
  /// Twips from the edges of the text area. Left and right as on the page.
  var left = 0
  var right = 0
  /// Twips by which the first line is indented; negative for a hanging indent.
  var firstLine = 0
  var alignment = Alignment.start
  /// The level in the outline, from 0; nil for body text.
  var outlineLevel: Int?

  enum Alignment: UInt8 { case start, center, end, both }
}

extension ParagraphProperties {
  /// Writes the properties that differ from `base`, in the order of the schema, without those that only paragraphs
  /// have.
  /// - Parameters:
  ///   - frame: writes `w:framePr`.
  ///   - numbering: writes `w:numPr`.
  func write(
    differingFrom base: ParagraphProperties, to xml: inout XMLWriter, frame: (inout XMLWriter) -> Void = { _ in },
    numbering: (inout XMLWriter) -> Void = { _ in }
  ) {
    if keepsNext != base.keepsNext { xml.toggle("w:keepNext", keepsNext) }
    if keepsLines != base.keepsLines { xml.toggle("w:keepLines", keepsLines) }
    if breaksPageBefore != base.breaksPageBefore { xml.toggle("w:pageBreakBefore", breaksPageBefore) }
    frame(&xml)
    if controlsWidows != base.controlsWidows { xml.toggle("w:widowControl", controlsWidows) }
    numbering(&xml)
    if borders != base.borders { writeBorders(to: &xml) }
    if shading != base.shading { Shading.write(shading, to: &xml) }
    writeTabs(differingFrom: base, to: &xml)
    if suppressesHyphens != base.suppressesHyphens { xml.toggle("w:suppressAutoHyphens", suppressesHyphens) }
    if isRightToLeft != base.isRightToLeft { xml.toggle("w:bidi", isRightToLeft) }
    writeSpacing(differingFrom: base, to: &xml)
    writeIndent(differingFrom: base, to: &xml)
    if alignment != base.alignment {
      // In the transitional schema "left" is the edge at which lines start, also in right-to-left paragraphs.
      xml.value("w:jc", alignment == .start ? "left" : alignment == .end ? "right" : "\(alignment)")
    }
    if outlineLevel != base.outlineLevel { xml.value("w:outlineLvl", outlineLevel ?? 9) }
  }

  private func writeBorders(to xml: inout XMLWriter) {
    xml.element("w:pBdr") { xml in
      borders.top.write("w:top", to: &xml)
      borders.left.write("w:left", to: &xml)
      borders.bottom.write("w:bottom", to: &xml)
      borders.right.write("w:right", to: &xml)
    }
  }

  private func writeTabs(differingFrom base: ParagraphProperties, to xml: inout XMLWriter) {
    guard tabs != base.tabs else { return }
    xml.element("w:tabs") { xml in
      let cleared = base.tabs.filter { old in !tabs.contains { $0.position == old.position } }
      for tab in cleared.map({ Tab(kind: "clear", position: $0.position) }) + tabs {
        xml.open("w:tab")
        xml.attribute("w:val", tab.kind)
        if tab.leader != "none" { xml.attribute("w:leader", tab.leader) }
        xml.attribute("w:pos", tab.position)
        xml.close("w:tab")
      }
    }
  }

  private func writeSpacing(differingFrom base: ParagraphProperties, to xml: inout XMLWriter) {
    let changesLine = line != base.line || lineRule != base.lineRule
    guard before != base.before || after != base.after || changesLine else { return }
    xml.open("w:spacing")
    if before != base.before { xml.attribute("w:before", Units.bounded(before)) }
    if after != base.after { xml.attribute("w:after", Units.bounded(after)) }
    if changesLine {
      xml.attribute("w:line", line)
      xml.attribute("w:lineRule", lineRule.rawValue)
    }
    xml.close("w:spacing")
  }

  private func writeIndent(differingFrom base: ParagraphProperties, to xml: inout XMLWriter) {
    guard left != base.left || right != base.right || firstLine != base.firstLine else { return }
    xml.open("w:ind")
    // As for `w:jc`, "left" is the edge at which lines start.
    let own = isRightToLeft ? (start: right, end: left) : (start: left, end: right)
    let old = isRightToLeft ? (start: base.right, end: base.left) : (start: base.left, end: base.right)
    if own.start != old.start { xml.attribute("w:left", Units.bounded(own.start)) }
    if own.end != old.end { xml.attribute("w:right", Units.bounded(own.end)) }
    if firstLine != base.firstLine {
      if firstLine < 0 {
        xml.attribute("w:hanging", Units.bounded(-firstLine))
      } else {
        xml.attribute("w:firstLine", Units.bounded(firstLine))
      }
    }
    xml.close("w:ind")
  }

  /// The properties that depend on neighbours and containers have the values of `other`.
  func placed(like other: ParagraphProperties) -> ParagraphProperties {
    var result = self
    result.keepsNext = other.keepsNext
    result.keepsLines = other.keepsLines
    result.breaksPageBefore = other.breaksPageBefore
    result.before = other.before
    result.after = other.after
    result.left = other.left
    result.right = other.right
    result.firstLine = other.firstLine
    result.borders = other.borders
    result.shading = other.shading
    result.tabs = other.tabs
    return result
  }
}
