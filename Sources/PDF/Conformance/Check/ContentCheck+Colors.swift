/// Colour spaces (ISO 19005-2, 6.2.4).
extension ContentCheck {
  func checkDevice(_ space: PDFName, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard !check.profile.isAccessibility else { return }
    let spaces = check.dictionary(resources["ColorSpace"]) ?? [:]
    switch space {
    case "DeviceGray", "G", "CalGray":
      if check.intent == nil, spaces["DefaultGray"].isNull, space != "CalGray" { check.log.add(.deviceGray, place) }
    case "DeviceRGB", "RGB":
      if check.intent != 3, spaces["DefaultRGB"].isNull { check.log.add(.deviceRGB, place) }
    case "DeviceCMYK", "CMYK":
      if check.intent != 4, spaces["DefaultCMYK"].isNull { check.log.add(.deviceCMYK, place) }
    default: break
    }
  }

  func checkColorSpace(
    _ object: PDFObject, _ resources: PDFDictionary, _ check: inout ConformanceCheck, depth: Int = 0
  ) {
    guard depth < 8 else { return }
    switch check.resolve(object) {
    case .name(let name):
      if ["DeviceGray", "DeviceRGB", "DeviceCMYK", "G", "RGB", "CMYK"].contains(name) {
        checkDevice(name, resources, &check)
      } else if name != "Pattern", let named = check.dictionary(resources["ColorSpace"])?[name], !named.isNull {
        checkColorSpace(named, resources, &check, depth: depth + 1)
      }
    case .array(let values):
      switch values.first?.name {
      case "ICCBased":
        // Content may select the same space for each of thousands of texts.
        if values.count > 1, let number = values[1].reference?.number, !check.checkedProfiles.insert(number).inserted {
          break
        }
        guard values.count > 1, let stream = check.resolve(values[1]).stream else { break }
        _ = check.checkICCProfile(stream, isIntent: false, place)
      case "Indexed", "I", "Pattern":
        if values.count > 1 { checkColorSpace(values[1], resources, &check, depth: depth + 1) }
      case "Separation", "DeviceN":
        if values.count > 2 { checkColorSpace(values[2], resources, &check, depth: depth + 1) }
      case let name?: checkDevice(name, resources, &check)
      case nil: break
      }
    default: break
    }
  }
}
