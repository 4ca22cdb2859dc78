/// Writes an image as DrawingML: in the line, or anchored beside the text (ISO/IEC 29500-1 §20.4).
struct DrawingWriter {
  let picture: Picture
  /// Unique in the document.
  let id: Int
  /// Relationships of the PNG, JPEG or GIF, and of the SVG.
  let raster: String
  let vector: String?

  func write(to xml: inout XMLWriter) {
    xml.element("w:drawing") { xml in
      if let side = picture.side { writeAnchor(side, to: &xml) } else { writeInline(to: &xml) }
    }
  }

  private var width: Int { Units.emu(picture.width) }
  private var height: Int { Units.emu(picture.height) }

  private func writeInline(to xml: inout XMLWriter) {
    xml.open("wp:inline")
    for name: StaticString in ["distT", "distB", "distL", "distR"] { xml.attribute(name, 0) }
    size("wp:extent", to: &xml)
    writeDescription("wp:docPr", to: &xml)
    writeGraphic(to: &xml)
    xml.close("wp:inline")
  }

  private func writeAnchor(_ side: Picture.Side, to xml: inout XMLWriter) {
    func distance(_ px: Double) -> Int { px > 0 ? Units.emu(px) : 0 }
    xml.open("wp:anchor")
    xml.attribute("distT", distance(picture.distance.top))
    xml.attribute("distB", distance(picture.distance.bottom))
    xml.attribute("distL", distance(picture.distance.left))
    xml.attribute("distR", distance(picture.distance.right))
    xml.attribute("simplePos", "0")
    xml.attribute("relativeHeight", id)
    xml.attribute("behindDoc", "0")
    xml.attribute("locked", "0")
    xml.attribute("layoutInCell", "1")
    xml.attribute("allowOverlap", "0")
    xml.open("wp:simplePos")
    xml.attribute("x", 0)
    xml.attribute("y", 0)
    xml.close("wp:simplePos")
    xml.open("wp:positionH")
    xml.attribute("relativeFrom", "column")
    xml.element("wp:align") { $0.text(side.rawValue) }
    xml.close("wp:positionH")
    xml.open("wp:positionV")
    xml.attribute("relativeFrom", "paragraph")
    xml.element("wp:posOffset") { $0.text("0") }
    xml.close("wp:positionV")
    size("wp:extent", to: &xml)
    xml.open("wp:wrapSquare")
    xml.attribute("wrapText", "bothSides")
    xml.close("wp:wrapSquare")
    writeDescription("wp:docPr", to: &xml)
    writeGraphic(to: &xml)
    xml.close("wp:anchor")
  }

  private func size(_ name: StaticString, to xml: inout XMLWriter) {
    xml.open(name)
    xml.attribute("cx", width)
    xml.attribute("cy", height)
    xml.close(name)
  }

  private func writeDescription(_ name: StaticString, to xml: inout XMLWriter) {
    xml.open(name)
    xml.attribute("id", id)
    xml.attribute("name", picture.name)
    if !picture.description.isEmpty { xml.attribute("descr", picture.description.prefix(2_000)) }
    xml.close(name)
  }

  private func writeGraphic(to xml: inout XMLWriter) {
    xml.open("a:graphic")
    xml.open("a:graphicData")
    xml.attribute("uri", Namespace.picture)
    xml.element("pic:pic") { xml in
      xml.element("pic:nvPicPr") { xml in
        writeDescription("pic:cNvPr", to: &xml)
        xml.empty("pic:cNvPicPr")
      }
      writeFill(to: &xml)
      writeShape(to: &xml)
    }
    xml.close("a:graphicData")
    xml.close("a:graphic")
  }

  private func writeFill(to xml: inout XMLWriter) {
    xml.element("pic:blipFill") { xml in
      xml.open("a:blip")
      xml.attribute("r:embed", raster)
      if let vector {
        xml.open("a:extLst")
        xml.open("a:ext")
        xml.attribute("uri", "{96DAC541-7B7A-43D3-8B79-37D633B846F1}")
        xml.open("asvg:svgBlip")
        xml.attribute("xmlns:asvg", Namespace.svg)
        xml.attribute("r:embed", vector)
        xml.close("asvg:svgBlip")
        xml.close("a:ext")
        xml.close("a:extLst")
      }
      xml.close("a:blip")
      writeCrop(to: &xml)
      xml.element("a:stretch") { $0.empty("a:fillRect") }
    }
  }

  /// Thousandths of a percent.
  private func writeCrop(to xml: inout XMLWriter) {
    func part(_ value: Double) -> Int { Int((value * 100_000).rounded()) }
    let crop = picture.crop
    guard crop.left + crop.top + crop.right + crop.bottom > 0 else { return }
    xml.open("a:srcRect")
    xml.attribute("l", part(crop.left))
    xml.attribute("t", part(crop.top))
    xml.attribute("r", part(crop.right))
    xml.attribute("b", part(crop.bottom))
    xml.close("a:srcRect")
  }

  private func writeShape(to xml: inout XMLWriter) {
    xml.element("pic:spPr") { xml in
      xml.element("a:xfrm") { xml in
        xml.open("a:off")
        xml.attribute("x", 0)
        xml.attribute("y", 0)
        xml.close("a:off")
        size("a:ext", to: &xml)
      }
      xml.open("a:prstGeom")
      xml.attribute("prst", "rect")
      xml.empty("a:avLst")
      xml.close("a:prstGeom")
      guard let outline = picture.outline else { return }
      xml.open("a:ln")
      xml.attribute("w", Units.emu(outline.width))
      xml.element("a:solidFill") { xml in
        xml.open("a:srgbClr")
        xml.attribute("val", outline.color)
        xml.close("a:srgbClr")
      }
      xml.close("a:ln")
    }
  }
}
