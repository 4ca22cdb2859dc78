import CPango

/// An OpenType tag from four ASCII letters.
func tag(_ letters: StaticString) -> hb_tag_t {
  letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | hb_tag_t($1) } }
}
