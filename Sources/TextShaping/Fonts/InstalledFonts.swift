import CPango

/// The scalable fonts that fontconfig offers on this machine.
package enum InstalledFonts {
  /// One line for each face, sorted: file name without folder, index in the file, version, family, style.
  ///
  /// Two machines with the same lines have the same fonts, wherever the files are.
  package static var descriptions: [String] {
    guard FcInit() != 0, let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    guard let properties = FcObjectSetCreate() else { return [] }
    defer { FcObjectSetDestroy(properties) }
    for property in [FC_FILE, FC_INDEX, FC_FONTVERSION, FC_FAMILY, FC_STYLE] { FcObjectSetAdd(properties, property) }
    guard let fonts = FcFontList(nil, pattern, properties) else { return [] }
    defer { FcFontSetDestroy(fonts) }
    return (0..<Int(fonts.pointee.nfont)).compactMap { fonts.pointee.fonts[$0] }.map(describe).sorted()
  }

  /// Whether there is any scalable font.
  package static var isEmpty: Bool {
    guard SystemFonts.isReady else { return true }
    return ![FcSetSystem, FcSetApplication].contains { set in
      guard let fonts = FcConfigGetFonts(nil, set) else { return false }
      return (0..<Int(fonts.pointee.nfont)).contains { isScalable(fonts.pointee.fonts[$0]) }
    }
  }

  private static func isScalable(_ font: OpaquePointer?) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(font, FC_SCALABLE, 0, &value) == FcResultMatch && value != 0
  }

  private static func describe(_ font: OpaquePointer) -> String {
    let file = string(font, FC_FILE).split(separator: "/").last.map(String.init) ?? ""
    return [
      file, "\(integer(font, FC_INDEX))", "\(integer(font, FC_FONTVERSION))", string(font, FC_FAMILY),
      string(font, FC_STYLE),
    ]
    .joined(separator: "|")
  }

  private static func string(_ font: OpaquePointer, _ property: String) -> String {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(font, property, 0, &value) == FcResultMatch, let value else { return "" }
    return String(cString: value)
  }

  private static func integer(_ font: OpaquePointer, _ property: String) -> Int32 {
    var value: Int32 = 0
    return FcPatternGetInteger(font, property, 0, &value) == FcResultMatch ? value : 0
  }

  /// The versions of the libraries that place and draw text, such as `pango 1.50.12, harfbuzz 6.0.0`.
  package static var libraryVersions: String {
    let fontconfig = FcGetVersion()
    var freetype: (Int32, Int32, Int32) = (0, 0, 0)
    var library: FT_Library?
    if FT_Init_FreeType(&library) == 0 {
      FT_Library_Version(library, &freetype.0, &freetype.1, &freetype.2)
      FT_Done_FreeType(library)
    }
    return [
      "pango \(String(cString: pango_version_string()))", "cairo \(String(cString: cairo_version_string()))",
      "harfbuzz \(String(cString: hb_version_string()))", "freetype \(freetype.0).\(freetype.1).\(freetype.2)",
      "fontconfig \(fontconfig / 10_000).\(fontconfig / 100 % 100).\(fontconfig % 100)",
    ].joined(separator: ", ")
  }
}
