import Diagnostics
import PDF
import Style

/// The colours of one PDF that are not in sRGB: those of inks and of the document's profiles.
final class DrawnColors {
  /// How the components of a colour are written.
  enum Space {
    /// DeviceCMYK (ISO 32000-1, 8.6.4.4).
    case deviceCMYK
    /// The number of a colour space.
    case profile(Int, RenderingIntent)
  }

  private let drawing: PDFDrawing
  private let profiles: ColorProfiles
  private var spaces: [ColorProfileID: Space] = [:]
  /// The profiles that were reported as unusable. Their colours are painted in sRGB.
  private var unusable: Set<ColorProfileID> = []
  private var hasUndefined = false
  private(set) var diagnostics: [Diagnostic] = []

  init(_ drawing: PDFDrawing, _ profiles: ColorProfiles) {
    self.drawing = drawing
    self.profiles = profiles
  }

  /// The colour space of inks; nil if they must be painted in sRGB.
  func space(of inks: Inks) -> Space? {
    guard let entry = profiles.entries[inks.profile] else {
      if inks.profile == .deviceCMYK, drawing.allowsDeviceCMYK { return .deviceCMYK }
      if inks.profile != .deviceCMYK, !profiles.declared.contains(inks.profile) { reportUndefined() }
      return nil
    }
    guard entry.profile.components == inks.components.count else {
      reportUndefined()
      return nil
    }
    if let known = spaces[inks.profile] { return known }
    guard drawing.allows(profile: entry.profile.bytes) else {
      if unusable.insert(inks.profile).inserted {
        report(
          "unusable_color_profile",
          "The colour profile is of version 4, which PDF/A-1 does not allow: its colours are painted in sRGB",
          entry.location)
      }
      return nil
    }
    let number = drawing.colorSpace(profile: entry.profile.bytes, components: entry.profile.components)
    let space = Space.profile(number, entry.intent ?? .relativeColorimetric)
    spaces[inks.profile] = space
    return space
  }

  private func reportUndefined() {
    guard !hasUndefined else { return }
    hasUndefined = true
    report(
      "undefined_color_profile",
      "Colours of color() are painted in sRGB: no @color-profile rule defines a profile of their name and number of "
        + "components", SourceLocation())
  }

  private func report(_ code: String, _ message: String, _ location: SourceLocation) {
    diagnostics.append(Diagnostic(code, message, at: location))
  }
}

extension PDFCanvas {
  /// Writes a colour as that of fills or strokes.
  func write(_ color: Color, isStroke: Bool) {
    if let inks = color.inks, let space = colors.space(of: inks) {
      switch space {
      case .deviceCMYK:
        append(inks)
        stream.append(isStroke ? "K\n" : "k\n")
      case .profile(let number, _):
        resources.add(.colorSpace, number)
        stream.append(.colorSpace, number)
        stream.append(isStroke ? " CS " : " cs ")
        append(inks)
        stream.append(isStroke ? "SCN\n" : "scn\n")
      }
      return
    }
    stream.append(Double(color.red))
    stream.append(Double(color.green))
    stream.append(Double(color.blue))
    stream.append(isStroke ? "RG\n" : "rg\n")
  }

  private func append(_ inks: Inks) {
    for component in inks.components { stream.append(component) }
  }

  /// Sets the rendering intent (ISO 32000-1, 8.6.5.8) with which a colour is converted.
  func setIntent(of color: Color) {
    guard color.hasInks else { return setDefaultIntent() }
    if let inks = color.inks, case .profile(_, let intent)? = colors.space(of: inks) {
      setIntent(intent)
    } else {
      setDefaultIntent()
    }
  }

  /// Must be called before images and gradients are painted.
  func setDefaultIntent() { if state.intent != .relativeColorimetric { setIntent(.relativeColorimetric) } }

  private func setIntent(_ intent: RenderingIntent) {
    guard state.intent != intent else { return }
    state.intent = intent
    let operators: StaticString =
      switch intent {
      case .relativeColorimetric: "/RelativeColorimetric ri\n"
      case .absoluteColorimetric: "/AbsoluteColorimetric ri\n"
      case .perceptual: "/Perceptual ri\n"
      case .saturation: "/Saturation ri\n"
      }
    stream.append(operators)
  }
}
