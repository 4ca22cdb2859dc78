import CPango

/// The packages of Debian with fonts for a script, for messages about characters that no font has.
enum FontPackages {
  /// - Returns: nil for characters of no script, such as private ones.
  static func package(for scalar: UInt32) -> String? {
    if let properties = Unicode.Scalar(scalar)?.properties, properties.isEmojiPresentation {
      return "fonts-noto-color-emoji"
    }
    switch hb_unicode_script(hb_unicode_funcs_get_default(), scalar) {
    case HB_SCRIPT_INVALID, HB_SCRIPT_UNKNOWN, HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED: return nil
    case HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_HANGUL, HB_SCRIPT_BOPOMOFO:
      return "fonts-noto-cjk"
    case HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC: return "fonts-dejavu-core"
    default: return "fonts-noto-core"
    }
  }
}
