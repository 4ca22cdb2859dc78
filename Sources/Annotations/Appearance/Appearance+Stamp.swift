// Section numbers are those of ISO 32000-1 unless another standard is named.

import Foundation
import PDF

extension Appearance {
  /// Draws a rubber stamp (12.5.6.12): its picture, or its name in a frame.
  mutating func draw(_ stamp: Stamp, _ annotation: Annotation, in box: PDFRectangle) {
    content.save()
    var box = box
    if stamp.rotation != 0 {
      content.concatenate(.rotation(degrees: stamp.rotation, around: box.center))
      box = Self.turned(box, by: stamp.rotation)
    }
    if let picture = stamp.picture { draw(picture, in: box) } else { drawName(of: stamp, annotation, in: box) }
    content.restore()
  }

  /// The box of the stamp before it was rotated by `degrees` into `box`.
  private static func turned(_ box: PDFRectangle, by degrees: Double) -> PDFRectangle {
    let (sine, cosine) = (abs(sin(degrees * .pi / 180)), abs(cos(degrees * .pi / 180)))
    let (w, h): (Double, Double)
    let determinant = cosine * cosine - sine * sine
    if abs(determinant) > 0.05 {
      // W = w·cos + h·sin and H = w·sin + h·cos, solved for w and h.
      (w, h) = (
        (box.width * cosine - box.height * sine) / determinant, (box.height * cosine - box.width * sine) / determinant
      )
    } else {
      (w, h) = (0, 0)
    }
    let fallback = min(box.width, box.height) / (sine + cosine)
    let (width, height) = w > 1 && h > 1 ? (w, h) : (fallback, fallback)
    let center = box.center
    return PDFRectangle(
      x0: center.x - width / 2, y0: center.y - height / 2, x1: center.x + width / 2, y1: center.y + height / 2)
  }

  /// Draws the picture as large as fits, with its aspect ratio.
  private mutating func draw(_ picture: StampPicture, in box: PDFRectangle) {
    let scale = min(box.width / Double(picture.width), box.height / Double(picture.height))
    let (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
    let center = box.center
    content.draw(
      image: use(picture),
      on: PDFRectangle(
        x0: center.x - width / 2, y0: center.y - height / 2, x1: center.x + width / 2, y1: center.y + height / 2))
  }

  private mutating func drawName(of stamp: Stamp, _ annotation: Annotation, in box: PDFRectangle) {
    let color = annotation.color ?? Self.color(of: stamp.icon)
    content.setStroke(color)
    content.setFill(color)
    let width = max(0.5, min(box.height / 14, 3))
    content.setLineWidth(width)
    content.roundedRectangle(box.expanded(by: -width / 2), radius: box.height / 6)
    content.stroke()
    let text = Self.label(stamp.icon)
    let line = TextLineBreaker(face: TextFace(isBold: true, isItalic: true), glyphs: glyphs).line(text)
    let inner = box.expanded(by: -width * 2 - box.height * 0.08)
    guard line.width > 0 else { return }
    let size = min(inner.width / line.width, inner.height / 0.95)
    show(
      line, of: text, size: size,
      at: Point(box.center.x - line.width * size / 2, box.center.y - size * TextFace.capitals / 2))
  }

  /// The text of a stamp: its name in capitals, for example NOT FOR PUBLIC RELEASE for `NotForPublicRelease`, without
  /// the prefixes of Acrobat's stamps (`#D`, `SB`, `SH`).
  static func label(_ icon: String) -> String {
    var name = icon.drop { $0 == "#" }
    for prefix in ["SB", "SH", "D"] where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let isPrefix = rest.first?.isUppercase ?? false && (rest.dropFirst().first?.isLowercase ?? false)
      if isPrefix, prefix != "D" || icon.hasPrefix("#") { name = rest }
    }
    var words = ""
    var wasLower = false
    for character in name.prefix(60) {
      if character.isUppercase, wasLower { words += " " }
      wasLower = character.isLowercase
      words += character == "_" ? " " : character.uppercased()
    }
    return words
  }

  /// Green for approving stamps, red for rejections and warnings, blue for others.
  private static func color(of icon: String) -> AnnotationColor {
    switch icon.drop(while: { $0 == "#" }) {
    case "Approved", "Final", "Completed", "SBApproved", "SBFinal", "SBCompleted": .rgb(0.13, 0.45, 0.13)
    case "NotApproved", "Expired", "Confidential", "TopSecret", "Void", "Draft", "NotForPublicRelease", "SBNotApproved",
      "SBVoid", "SBDraft", "SBConfidential":
      .rgb(0.72, 0.1, 0.1)
    default: .rgb(0.1, 0.2, 0.55)
    }
  }
}
