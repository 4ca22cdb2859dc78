import CPango
import Foundation
import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct QuickPNGTests {
  @Test func aQuickPictureHasTheSamePixels() throws {
    var scene = Scene(width: 7, height: 5)
    scene.fill(Rect(x: 1, y: 1, width: 3, height: 2), Color(red: 1, green: 0.5, blue: 0.01))
    let painter = scene.painter
    let expected = try painter.pixels(page: 0, scale: 2)
    let file = FileManager.default.temporaryDirectory.path + "/quick-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(try painter.png(page: 0, scale: 2, isQuick: true).bytes).write(to: URL(fileURLWithPath: file))
    let surface = try #require(cairo_image_surface_create_from_png(file))
    defer { cairo_surface_destroy(surface) }
    #expect(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let data = try #require(cairo_image_surface_get_data(surface))
    var pixels: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width {
        pixels.append(UnsafeRawPointer(data).load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFF_FFFF)
      }
    }
    #expect(width == expected.width && pixels == expected.pixels)
  }
}
