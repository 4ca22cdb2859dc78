import Foundation

extension Duration {
  /// For a log line.
  var rounded: String { formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .narrow)) }
}
