import Diagnostics
import Resources
import Style
import TextShaping

/// Adds a document's `@font-face` fonts (css-fonts-4 §4) to the shaper.
final class DocumentFonts {
  private let shaper: TextShaper
  private let loader: ResourceLoader
  /// Fonts that could not be used.
  private(set) var warnings: [Diagnostic] = []
  private static let most = 200
  /// The format hints of files that can be read, also with a suffix for variable fonts (css-fonts-4 §4.3.1); sources with
  /// others are ignored.
  private static let formats: Set<String> = [
    "woff", "woff2", "truetype", "opentype", "collection", "woff-variations", "woff2-variations", "truetype-variations",
    "opentype-variations",
  ]

  init(shaper: TextShaper, loader: ResourceLoader) {
    self.shaper = shaper
    self.loader = loader
  }

  func add(_ faces: [FontFace], base: String) {
    for face in faces.prefix(Self.most) { add(face, base: base) }
    if faces.count > Self.most {
      warnings.append(Diagnostic("too_many_fonts", "Only the first \(Self.most) @font-face rules are used"))
    }
  }

  private func warn(_ message: String, _ face: FontFace) {
    warnings.append(
      Diagnostic("unusable_font", message, at: face.location))
  }

  /// Uses the first source that can be read.
  private func add(_ face: FontFace, base: String) {
    var unknownFormats: [String] = []
    for source in face.sources {
      guard case .url(let address, let folder, let format) = source else {
        if case .local(let name) = source, shaper.addInstalledFont(name, as: AddedFace(face)) { return }
        continue
      }
      guard format.isEmpty || Self.formats.contains(format) else {
        unknownFormats.append(Quotation.of(format))
        continue
      }
      do {
        let resource = try loader.load(address, base: folder.isEmpty ? base : folder)
        try shaper.addFont(resource.bytes, as: AddedFace(face))
        return
      } catch let error as ResourceError {
        warn(
          "\(Quotation.of(error.address)): the font \(Quotation.of(face.family)) cannot be loaded: \(error.message)",
          face)
      } catch let error as TextError {
        warn("The font \(face.family) cannot be used: \(error.message)", face)
      } catch {
        warn("The font \(face.family) cannot be used.", face)
      }
    }
    guard !unknownFormats.isEmpty else { return }
    warn(
      "The font \(Quotation.of(face.family)) has sources of unknown formats, which are not used: "
        + "\(unknownFormats.joined(separator: ", ")). TrueType and OpenType fonts have the formats \"truetype\" and "
        + "\"opentype\"",
      face)
  }
}

extension AddedFace {
  init(_ face: FontFace) {
    let slant: FontDescription.Slant =
      switch face.slant {
      case .normal: .normal
      case .italic: .italic
      case .oblique: .oblique
      }
    self.init(
      family: face.family,
      weight: face.weight.map { UInt16(clamping: $0.lowerBound)...UInt16(clamping: $0.upperBound) },
      slant: slant, stretch: face.stretch, ranges: face.unicodeRanges)
    adjustments = FaceAdjustments(
      size: face.sizeAdjust, ascent: face.ascentOverride, descent: face.descentOverride, lineGap: face.lineGapOverride)
  }
}
