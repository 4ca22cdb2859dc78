import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test if a program that it needs is missing. With `CI` set, the test runs and fails.
  package static func needs(_ program: String, _ isInstalled: @autoclosure @escaping @Sendable () -> Bool) -> Self {
    .enabled("needs \(program)") { isInstalled() || ProcessInfo.processInfo.environment["CI"] != nil }
  }
}
