/// Conversions between colour spaces by matrices (css-color-4 §18), which are stored by rows.
extension ColorSpace {
  typealias Matrix = (Triple, Triple, Triple)

  static func multiply(_ m: Matrix, _ c: Triple) -> Triple {
    Triple((m.0 * c).sum(), (m.1 * c).sum(), (m.2 * c).sum())
  }

  /// The product of the inverse of a matrix and a vector (Cramer's rule).
  static func solve(_ m: Matrix, _ c: Triple) -> Triple {
    let columns = (cross(m.1, m.2), cross(m.2, m.0), cross(m.0, m.1))
    return (columns.0 * c.x + columns.1 * c.y + columns.2 * c.z) / (m.0 * columns.0).sum()
  }

  private static func cross(_ a: Triple, _ b: Triple) -> Triple {
    Triple(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  static let rgbToXYZ: Matrix = (
    Triple(0.41239079926595934, 0.357584339383878, 0.1804807884018343),
    Triple(0.21263900587151027, 0.715168678767756, 0.07219231536073371),
    Triple(0.01933081871559182, 0.11919477979462598, 0.9505321522496607)
  )
  static let xyzToRGB: Matrix = (
    Triple(3.2409699419045226, -1.537383177570094, -0.4986107602930034),
    Triple(-0.9692436362808796, 1.8759675015077202, 0.04155505740717559),
    Triple(0.05563007969699366, -0.20397695888897652, 1.0569715142428786)
  )
  static let d65ToD50: Matrix = (
    Triple(1.0479297925449969, 0.022946870601609652, -0.05019226628920524),
    Triple(0.02962780877005599, 0.9904344267538799, -0.017073799063418826),
    Triple(-0.009243040646204504, 0.015055191490298152, 0.7518742814281371)
  )
  static let d50ToD65: Matrix = (
    Triple(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    Triple(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    Triple(0.012314014864481998, -0.020507649298898964, 1.330365926242124)
  )
  static let p3ToXYZ: Matrix = (
    Triple(0.4865709486482162, 0.26566769316909306, 0.1982172852343625),
    Triple(0.2289745640697488, 0.6917385218365064, 0.079286914093745),
    Triple(0, 0.04511338185890264, 1.043944368900976)
  )
  static let a98ToXYZ: Matrix = (
    Triple(0.5766690429101305, 0.1855582379065463, 0.1882286462349947),
    Triple(0.29734497525053605, 0.6273635662554661, 0.07529145849399788),
    Triple(0.02703136138641234, 0.07068885253582723, 0.9913375368376388)
  )
  static let rec2020ToXYZ: Matrix = (
    Triple(0.6369580483012914, 0.14461690358620832, 0.1688809751641721),
    Triple(0.2627002120112671, 0.6779980715188708, 0.05930171646986196),
    Triple(0, 0.028072693049087428, 1.060985057710791)
  )
  static let prophotoToXYZ: Matrix = (
    Triple(0.7977666449006423, 0.13518129740053308, 0.0313477341283922),
    Triple(0.2880748288194013, 0.711835234241873, 0.00008993693872564),
    Triple(0, 0, 0.8251046025104602)
  )
}
