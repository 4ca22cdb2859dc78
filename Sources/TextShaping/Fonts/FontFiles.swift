import CPango

/// The files that fontconfig reads.
package enum FontFiles {
  /// Folders of fonts, the configuration's files, and folders of caches, as absolute paths; missing ones may be among
  /// them.
  package static var paths: [String] {
    guard FcInit() != 0 else { return [] }
    let lists = [FcConfigGetFontDirs(nil), FcConfigGetConfigFiles(nil), FcConfigGetCacheDirs(nil)]
    return lists.compactMap { $0 }.flatMap(strings)
  }

  private static func strings(_ list: OpaquePointer) -> [String] {
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let string = FcStrListNext(list) { strings.append(String(cString: string)) }
    return strings
  }
}
