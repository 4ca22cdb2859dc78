import Foundation

extension Duration {
  /// The duration as text for a log line.
  package var rounded: String { formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .narrow)) }
}
