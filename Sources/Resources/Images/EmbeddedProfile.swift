/// The ICC profile in an image file.
package enum EmbeddedProfile: Sendable {
  /// There is none, or it says nothing of the image's colours.
  case none
  case usable(ICCProfile)
  /// The reason why it cannot be used, as a clause.
  case unusable(String)

  /// - Parameters:
  ///   - bytes: the file of the profile.
  ///   - components: those of the image's colours.
  package init(_ bytes: [UInt8], components: Int) {
    do {
      let profile = try ICCProfile(bytes)
      if profile.components == components {
        self = .usable(profile)
      } else if profile.isSRGB, components == 1 {
        // Programs keep it when they convert an image to grey.
        self = .none
      } else {
        self = .unusable("it has \(profile.components) components, the image \(components)")
      }
    } catch {
      self = .unusable(error.reason)
    }
  }

  /// The profile that can be used.
  package var usable: ICCProfile? { if case .usable(let profile) = self { profile } else { nil } }
}
