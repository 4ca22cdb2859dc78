import Layout
import PDF
import Style

/// Patches as a shading of type 6.
enum GradientMesh {
  static func stream(_ patches: [GradientPatch], isMask: Bool) -> PDFStream {
    let points = patches.flatMap(\.corners)
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 1)
    let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 1)
    var data: [UInt8] = []
    func append(_ value: Double, _ low: Double, _ high: Double) {
      let part = high > low ? min(max((value - low) / (high - low), 0), 1) : 0
      let number = UInt32((part * Double(UInt32.max)).rounded())
      for shift in [24, 16, 8, 0] as [UInt32] { data.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    for patch in patches where patch.corners.count == 4 && patch.colors.count == 4 {
      data.append(0)
      for index in 0..<4 {
        let (from, to) = (patch.corners[index], patch.corners[(index + 1) % 4])
        for part in [0, 1.0 / 3, 2.0 / 3] {
          append(from.x + (to.x - from.x) * part, left, right)
          append(from.y + (to.y - from.y) * part, top, bottom)
        }
      }
      for color in patch.colors {
        let components = isMask ? [color.alpha] : [color.red, color.green, color.blue]
        for component in components { data.append(UInt8((min(max(component, 0), 1) * 255).rounded())) }
      }
    }
    let ranges = [PDFObject.real(left), .real(right), .real(top), .real(bottom)]
    let colors = (0..<(isMask ? 1 : 3)).flatMap { _ in [PDFObject.integer(0), .integer(1)] }
    return PDFStream(
      dictionary: [
        "ShadingType": .integer(6), "ColorSpace": .name(isMask ? "DeviceGray" : "DeviceRGB"),
        "BitsPerCoordinate": .integer(32), "BitsPerComponent": .integer(8), "BitsPerFlag": .integer(8),
        "Decode": .array(ranges + colors),
      ], data: data
    ).compressed
  }
}
