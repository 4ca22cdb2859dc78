import Foundation

extension Duration {
  /// For a log line.
  package var rounded: String { formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .narrow)) }
}
