import Diagnostics
import PDF
import Resources
import Style

/// The colour profiles of a document, from its `@color-profile` rules. Only PDFs have colours of profiles.
package struct ColorProfiles: Sendable {
  /// A profile, and the intent with which its colours are converted to those of a printer; nil for the default.
  struct Entry: Sendable {
    var profile: ICCProfile
    var intent: RenderingIntent?
    var location: SourceLocation
  }
  private(set) var entries: [ColorProfileID: Entry] = [:]
  /// The profiles for which there are rules, also those that could not be loaded.
  private(set) var declared: Set<ColorProfileID> = []

  package init() {}

  /// Adds the profile of a rule; nil if it could not be loaded. Its colours are then painted in sRGB.
  package mutating func add(_ rule: ColorProfileRule, _ profile: ICCProfile?) {
    declared.insert(rule.id)
    entries[rule.id] = profile.map { Entry(profile: $0, intent: rule.intent, location: rule.location) }
  }
}
