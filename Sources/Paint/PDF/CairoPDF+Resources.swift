extension CairoPDF {
  /// A resource dictionary's value with each image named once; nil for all other objects and where nothing is repeated.
  ///
  /// Cairo names an image again for each time it is drawn, and a dictionary with the same key twice is not valid PDF.
  func resourcesWithoutRepeats(_ object: Range<Int>) -> [UInt8]? {
    // Resource dictionaries are objects of their own.
    let key = "/XObject <<"
    guard let start = bytes.firstIndex(of: key, in: object).map({ $0 + key.utf8.count }),
      let end = bytes.firstIndex(of: ">>", in: start..<object.upperBound)
    else { return nil }
    // Each entry is a name and a reference: `/x16 16 0 R`.
    let words = bytes[start..<end].split { $0 <= 0x20 }
    guard words.count % 4 == 0 else { return nil }
    var seen: Set<ArraySlice<UInt8>> = []
    var entries: [UInt8] = []
    for index in stride(from: 0, to: words.count, by: 4) where seen.insert(words[index]).inserted {
      for word in words[index..<index + 4] { entries += [0x20] + word }
    }
    guard seen.count * 4 < words.count else { return nil }
    return bytes[object.lowerBound..<start] + entries + [0x20] + bytes[end..<object.upperBound]
  }
}
