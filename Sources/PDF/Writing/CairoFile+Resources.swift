extension CairoFile {
  /// A resource dictionary with each image named once; nil for all other objects and if no name is repeated.
  ///
  /// Cairo names an image for each time that it is drawn, and a dictionary with a repeated key is not valid PDF.
  func resourcesWithoutRepeats(_ object: Range<Int>) -> [UInt8]? {
    let key: StaticString = "/XObject <<"
    guard let start = bytes.first(key, in: object).map({ $0 + key.utf8CodeUnitCount }),
      let end = bytes.first(">>", in: start..<object.upperBound)
    else { return nil }
    // Each entry is a name and a reference: `/x16 16 0 R`.
    let words = bytes.array(start..<end).split { $0 <= 0x20 }
    guard words.count.isMultiple(of: 4) else { return nil }
    var seen: Set<ArraySlice<UInt8>> = []
    var entries: [UInt8] = []
    for index in stride(from: 0, to: words.count, by: 4) where seen.insert(words[index]).inserted {
      for word in words[index..<index + 4] { entries += [0x20] + word }
    }
    guard seen.count * 4 < words.count else { return nil }
    return bytes.array(object.lowerBound..<start) + entries + [0x20] + bytes.array(end..<object.upperBound)
  }
}
