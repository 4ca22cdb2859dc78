/// Line width as a function of the force.
enum PenWidth {
  /// Half the nominal width at force 0, the nominal width at 0.5, one and a half times at 1.
  static func width(force: Double, nominal: Double) -> Double { nominal * (0.5 + min(max(force, 0), 1)) }

  /// One width per point; empty if all are equal, since a line of constant width is smaller and sharper.
  static func widths(forces: [Double], nominal: Double) -> [Double] {
    guard let first = forces.first, forces.contains(where: { ($0 - first).magnitude > 0.01 }) else { return [] }
    return forces.map { width(force: $0, nominal: nominal) }
  }
}
