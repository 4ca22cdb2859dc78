/// The width of a line that follows the pen's force.
enum PenWidth {
  /// At a force of 0 half the nominal width, at 0.5 the nominal width, at 1 one and a half of it.
  static func width(force: Double, nominal: Double) -> Double { nominal * (0.5 + min(max(force, 0), 1)) }

  /// One width a point; none where all are the same, since a line of one width is smaller and sharper.
  static func widths(forces: [Double], nominal: Double) -> [Double] {
    guard let first = forces.first, forces.contains(where: { ($0 - first).magnitude > 0.01 }) else { return [] }
    return forces.map { width(force: $0, nominal: nominal) }
  }
}
