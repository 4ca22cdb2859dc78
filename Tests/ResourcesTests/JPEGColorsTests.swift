import ColorSamples
import TestTraits
import Testing

@testable import Resources

@Suite(.hangLimit) struct JPEGColorsTests {
  private func profile(_ file: [UInt8], components: Int = 4) -> [UInt8]? {
    JPEGColors(file, components: components).profile.usable?.bytes
  }

  @Test func inksWithAdobesMarkerAreInverted() {
    #expect(JPEGColors(InkJPEG.baseline, components: 4).isInverted)
    #expect(JPEGColors(InkJPEG.progressive, components: 4).isInverted)
    #expect(!JPEGColors(InkJPEG.plain, components: 4).isInverted)
    // The marker means something else for RGB.
    #expect(!JPEGColors(InkJPEG.baseline, components: 3).isInverted)
  }

  @Test func aProfileMayBeInSegmentsOfAnyOrder() {
    let expected = ProfileSample.cmyk()
    #expect(profile(InkJPEG.file(InkJPEG.baseline, with: expected)) == expected)
    #expect(profile(InkJPEG.file(InkJPEG.plain, with: expected, parts: 3)) == expected)
    #expect(profile(InkJPEG.file(InkJPEG.progressive, with: expected, parts: 3, order: [3, 1, 2])) == expected)
  }

  @Test func anIncompleteOrAmbiguousProfileIsIgnored() {
    let sample = ProfileSample.cmyk()
    for order in [[1, 2], [1, 3], [1, 1, 2, 3], [0, 1, 2], []] {
      let file = InkJPEG.file(InkJPEG.baseline, with: sample, parts: 3, order: order.map { max($0, 1) })
      #expect(profile(file) == nil, "\(order)")
    }
    let more = InkJPEG.file(InkJPEG.baseline, with: sample, parts: 2, order: [3])
    #expect(profile(more) == nil)
    let two = InkJPEG.file(InkJPEG.file(InkJPEG.baseline, with: sample), with: sample, parts: 2)
    #expect(profile(two) == nil)
  }

  @Test func aProfileOfOtherColoursIsIgnored() {
    #expect(profile(InkJPEG.file(InkJPEG.baseline, with: ProfileSample.rgb("x"))) == nil)
    #expect(profile(InkJPEG.file(InkJPEG.baseline, with: ProfileSample.gray())) == nil)
  }

  @Test func damagedFilesAreReadWithinTheirBytes() {
    let file = InkJPEG.file(InkJPEG.baseline, with: ProfileSample.cmyk(), parts: 2)
    for length in 0..<file.count { _ = JPEGColors(Array(file[..<length]), components: 4) }
    for index in file.indices {
      for flip in [0x01, 0x80, 0xFF] as [UInt8] {
        var damaged = file
        damaged[index] ^= flip
        let colors = JPEGColors(damaged, components: 4)
        #expect(colors.profile.usable.map { $0.components == 4 && $0.bytes.count <= file.count } ?? true)
      }
    }
  }
}
