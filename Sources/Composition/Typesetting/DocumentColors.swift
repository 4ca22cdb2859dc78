import Diagnostics
import Paint
import Resources
import Style

/// Loads the colour profiles of a document (css-color-5 §14).
struct DocumentColors {
  private let loader: ResourceLoader
  private(set) var profiles = ColorProfiles()
  /// Profiles that could not be used.
  private(set) var warnings: [Diagnostic] = []

  /// - Parameter base: the folder of `<base href>`.
  init(_ rules: [ColorProfileRule], base: String, loader: ResourceLoader) {
    self.loader = loader
    var names: [ColorProfileID: String] = [:]
    for rule in rules {
      if let other = names[rule.id] {
        warn("is not used: rename it, because its name has the same hash as \(Quotation.of(other))", rule)
        continue
      }
      names[rule.id] = rule.name
      profiles.add(rule, load(rule, base: base))
    }
  }

  private mutating func load(_ rule: ColorProfileRule, base: String) -> ICCProfile? {
    do {
      let file = try loader.load(rule.address, base: rule.base.isEmpty ? base : rule.base)
      let profile = try ICCProfile(file.bytes)
      guard rule.id != .deviceCMYK || profile.components == 4 else {
        warn("is not used: it has \(profile.components) components instead of 4", rule)
        return nil
      }
      if !rule.components.isEmpty, rule.components.count != profile.components {
        warn("has a rule that names \(rule.components.count) components, but it has \(profile.components)", rule)
      }
      return profile
    } catch let error as ResourceError {
      warn("is not used: \(Quotation.of(error.address)) cannot be loaded: \(error.message)", rule)
    } catch let error as ICCProfileError {
      warn("is not used: \(error.reason)", rule)
    } catch {
      warn("is not used", rule)
    }
    return nil
  }

  private mutating func warn(_ problem: String, _ rule: ColorProfileRule) {
    warnings.append(
      Diagnostic(
        "unusable_color_profile", "The colour profile \(Quotation.of(rule.name)) \(problem)", at: rule.location))
  }
}
