/// Graphics state parameters, and the fonts and strings that text shows.
extension ContentCheck {
  mutating func setState(_ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let state = resource("ExtGState", name, resources, &check).flatMap({ check.dictionary($0) }) else { return }
    if !state["TR"].isNull { check.log.add(.transferFunction, place) }
    if !state["TR2"].isNull, check.resolve(state["TR2"]) != .name("Default") { check.log.add(.transferFunction, place) }
    if let halftone = check.dictionary(state["HT"]) {
      let type = check.resolve(halftone["HalftoneType"]).integer
      if type != 1 && type != 5 || !halftone["HalftoneName"].isNull { check.log.add(.halftone, place) }
    }
    if let intent = check.resolve(state["RI"]).name { check.checkIntent(intent, place) }
    checkBlendMode(check.resolve(state["BM"]), &check)
    let mask = check.resolve(state["SMask"])
    let isMasked = !mask.isNull && mask != .name("None")
    let isTranslucent = ["CA", "ca"].contains { (check.resolve(state[$0]).number ?? 1) < 1 }
    if isMasked || isTranslucent {
      isTransparent = true
      check.log.add(.transparency, place)
    }
    if let form = check.dictionary(mask)?["G"] { drawForm(form, resources, &check) }
    if let font = check.resolve(state["Font"]).array?.first { selectFont(font, &check) }
  }

  mutating func checkBlendMode(_ mode: PDFObject, _ check: inout ConformanceCheck) {
    let modes: Set<PDFName> = [
      "Normal", "Compatible", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn",
      "HardLight", "SoftLight", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
    ]
    let names = mode.array?.compactMap { check.resolve($0).name } ?? [mode.name].compactMap { $0 }
    for name in names {
      let isKnown = check.profile == .pdfA1b ? name == "Normal" || name == "Compatible" : modes.contains(name)
      if !isKnown { check.log.add(.blendMode, "\(name.text.prefix(40)) on \(place)") }
      if name != "Normal", name != "Compatible" { isTransparent = true }
    }
  }

  mutating func selectFont(_ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let font = resource("Font", name, resources, &check) else { return }
    selectFont(font, &check)
  }

  mutating func selectFont(_ font: PDFObject, _ check: inout ConformanceCheck) {
    guard let number = font.reference?.number else { return }
    states[states.count - 1].font = number
    guard check.fonts[number] == nil, let dictionary = check.dictionary(font) else { return }
    let subtype = dictionary["Subtype"].name
    check.fonts[number] = FontCheck(dictionary, place: "font \(dictionary["BaseFont"].name?.text ?? "") on \(place)")
    guard subtype == "Type3", depth < Self.maximumDepth else { return }
    let outer = isAppearance
    isAppearance = true
    for (_, glyph) in check.dictionary(dictionary["CharProcs"])?.entries ?? [] {
      drawForm(glyph, check.dictionary(dictionary["Resources"]) ?? [:], &check)
    }
    isAppearance = outer
  }

  func show(_ operand: PDFObject?, _ check: inout ConformanceCheck) {
    paint(&check)
    guard let state = states.last, let font = state.font else { return }
    let strings = operand?.array?.compactMap(\.string) ?? [operand?.string ?? []]
    check.fonts[font]?.add(strings, isVisible: state.mode != 3)
  }
}
