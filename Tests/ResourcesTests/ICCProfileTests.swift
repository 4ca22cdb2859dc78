import ColorSamples
import TestTraits
import Testing

@testable import Resources

@Suite(.hangLimit) struct ICCProfileTests {
  private func reason(_ bytes: [UInt8]) -> String? {
    do {
      _ = try ICCProfile(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func profilesHaveComponentsAndAVersion() throws {
    let cmyk = try ICCProfile(ProfileSample.cmyk(version: 4))
    #expect(cmyk.components == 4 && cmyk.majorVersion == 4 && !cmyk.isSRGB)
    let rgb = try ICCProfile(ProfileSample.rgb("Display"))
    #expect(rgb.components == 3 && rgb.majorVersion == 2 && !rgb.isSRGB)
    #expect(try ICCProfile(ProfileSample.gray()).components == 1)
  }

  @Test func sRGBIsKnownByItsNameAndPrimaries() throws {
    #expect(try ICCProfile(ProfileSample.rgb("sRGB IEC61966-2.1")).isSRGB)
    let exchanged = try ICCProfile(ProfileSample.rgb("sRGB", exchanged: true))
    #expect(!exchanged.isSRGB)
  }

  @Test func whatFollowsAProfileIsIgnored() throws {
    let profile = ProfileSample.cmyk()
    let (padded, exact) = (try ICCProfile(profile + [1, 2, 3]), try ICCProfile(profile))
    #expect(padded.bytes == profile && padded == exact)
  }

  @Test func otherFilesAreRefused() {
    #expect(reason([]) == "it is not an ICC profile")
    #expect(reason(Array("acsp".utf8) + [UInt8](repeating: 0, count: 200)) == "it is not an ICC profile")
    #expect(reason(Array(ProfileSample.cmyk().dropLast())) == "it is cut short")
    var profile = ProfileSample.cmyk()
    profile.replaceSubrange(0..<4, with: [0, 0x40, 0, 1])
    #expect(reason(profile) == "it has more than 4194304 bytes")
    #expect(reason(ProfileSample.cmyk(version: 5)) == "it is of version 5; only versions 2 and 4 can be used")
    func changed(_ change: (inout ProfileSample) -> Void) -> String? {
      var sample = ProfileSample()
      change(&sample)
      return reason(sample.bytes)
    }
    #expect(changed { _ in } == "it lacks the tables that convert its colours")
    #expect(changed { $0.profileClass = "link" }?.contains("class") == true)
    #expect(changed { $0.space = "6CLR" }?.contains("CMYK, RGB or grey") == true)
    #expect(changed { $0.connectionSpace = "Luv " }?.contains("connection space") == true)
    #expect(changed { $0.tags = [("A2B0", Array("mft2".utf8) + [0, 0, 0, 0, 3, 3])] }?.contains("tables") == true)
    #expect(changed { $0.tags = Array(repeating: ("cprt", [UInt8](repeating: 0, count: 8)), count: 201) } != nil)
  }

  /// Whatever is read is within the file.
  @Test func damagedProfilesAreReadWithinTheirBytes() {
    let profile = ProfileSample.rgb("sRGB")
    for length in 0..<profile.count { #expect(reason(Array(profile[..<length])) != nil) }
    var accepted = 0
    for index in profile.indices {
      for flip in [0x01, 0x80, 0xFF] as [UInt8] {
        var damaged = profile
        damaged[index] ^= flip
        if let read = try? ICCProfile(damaged) {
          accepted += 1
          #expect(read.bytes.count <= damaged.count && [1, 3, 4].contains(read.components))
        }
      }
    }
    // Most bytes are numbers, of which any is valid.
    #expect(accepted > 0)
  }
}
