import Encodings

/// JPEG files of inks, 32 by 8 pixels: cyan, magenta, black and paper, from the left.
package enum InkJPEG {
  /// With Adobe's marker, and so inverted.
  package static let baseline = decoded(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFa"
      + "UGBKUVJP/8AAFAgACAAgBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAIB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMA"
      + "TQBZAEsAAD8AzBpzTmnKdTEAp0TEAp1//9k=")

  package static let progressive = decoded(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFa"
      + "UGBKUVJP/8IAFAgACAAgBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAHBv/aAA4EQwBNAFkASwAAAAHL6fT6enzAU9MBT//E"
      + "ABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUMAAQUCH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAU0AAQUCH//EABQQAQAAAAAAAAAAAAAA"
      + "AAAAACD/2gAIAVkAAQUCH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUsAAQUCH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUMABj8C"
      + "H//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAU0ABj8CH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAVkABj8CH//EABQQAQAAAAAAAAAA"
      + "AAAAAAAAACD/2gAIAUsABj8CH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUMAAT8hH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAU0A"
      + "AT8hH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAVkAAT8hH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUsAAT8hH//aAA4EQwBNAFkA"
      + "SwAAABCEEP/EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUMAAT8QH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAU0AAT8QH//EABQQAQAA"
      + "AAAAAAAAAAAAAAAAACD/2gAIAVkAAT8QH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAUsAAT8QH//Z")

  /// The same bytes without the marker, which are then not inverted.
  package static let plain = Array(baseline[..<2] + baseline[18...])

  private static func decoded(_ text: String) -> [UInt8] { Base64.decode(Array(text.utf8)) ?? [] }

  /// A file with a profile in segments of `ICC_PROFILE`.
  /// - Parameters:
  ///   - parts: the number of segments.
  ///   - order: the segments that the file has, by their numbers from 1; nil for all in order.
  package static func file(
    _ file: [UInt8], with profile: [UInt8], parts: Int = 1, order: [Int]? = nil
  ) -> [UInt8] {
    let size = (profile.count + parts - 1) / parts
    var segments: [UInt8] = []
    for part in order ?? Array(1...parts) {
      let content = profile[min((part - 1) * size, profile.count)..<min(part * size, profile.count)]
      let length = 16 + content.count
      segments += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE".utf8)
      segments += [0, UInt8(part), UInt8(parts)] + content
    }
    return Array(file[..<2] + segments + file[2...])
  }

  /// The address of a file.
  package static func url(_ file: [UInt8], type: String = "image/jpeg") -> String {
    "data:\(type);base64," + Base64.encode(file)
  }
}
