import ColorSamples
import TestTraits
import Testing

@testable import Resources

/// The conversion of colours to sRGB (ICC.1:2010, annex F).
@Suite(.hangLimit) struct ICCConversionTests {
  private func converted(_ profile: [UInt8], _ color: (UInt8, UInt8, UInt8)) throws -> [Int] {
    let conversion = try #require(ICCConversion(try ICCProfile(profile)))
    let (red, green, blue) = conversion.convert(red: color.0, green: color.1, blue: color.2)
    return [Int(red), Int(green), Int(blue)]
  }

  private static let transfer = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

  /// Types 3 and 4 of functions, with the curve of sRGB.
  @Test(arguments: [(3, transfer), (4, transfer + [0, 0])])
  func coloursOfSRGBStayTheSame(function: Int, parameters: [Double]) throws {
    let profile = ProfileSample.rgb(curve: ProfileSample.curve(function: function, parameters))
    for color in [(0, 0, 0), (255, 255, 255), (200, 100, 3), (7, 128, 250), (255, 0, 0)] as [(UInt8, UInt8, UInt8)] {
      let result = try converted(profile, color)
      let expected = [color.0, color.1, color.2].map(Int.init)
      #expect(zip(result, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(color): \(result)")
    }
  }

  @Test func primariesAreConverted() throws {
    // Red and green are exchanged.
    #expect(try converted(ProfileSample.rgb("x", exchanged: true), (255, 0, 0)) == [0, 255, 0])
    #expect(try converted(ProfileSample.rgb("x", exchanged: true), (0, 0, 255)) == [0, 0, 255])
  }

  /// A linear amount of a half is 188 in sRGB.
  @Test func curvesAreOfPowersTablesAndFunctions() throws {
    let curves = [
      ProfileSample.curve(table: []), ProfileSample.curve(gamma: 1), ProfileSample.curve(table: [0, 0.5, 1]),
      ProfileSample.curve(function: 0, [1]),
      ProfileSample.curve(function: 1, [1, 1, 0]), ProfileSample.curve(function: 2, [1, 1, 0, 0]),
    ]
    for curve in curves {
      let result = try converted(ProfileSample.rgb(curve: curve), (128, 128, 128))
      #expect(result.allSatisfy { abs($0 - 188) <= 1 }, "\(result)")
    }
    let gray = try converted(ProfileSample.gray(), (128, 0, 0))
    #expect(gray[0] == gray[1] && gray[1] == gray[2] && abs(gray[0] - 128) <= 2)
  }

  /// Where the base of the power is negative, the amount is 0, or the constant of the function.
  @Test func functionsAreConstantBelowTheirStart() throws {
    let zero = try converted(ProfileSample.rgb(curve: ProfileSample.curve(function: 1, [1, 1, -0.5])), (100, 100, 100))
    #expect(zero == [0, 0, 0])
    let constant = ProfileSample.curve(function: 2, [1, 1, -0.5, 0.2])
    let result = try converted(ProfileSample.rgb(curve: constant), (100, 100, 100))
    #expect(result.allSatisfy { abs($0 - 124) <= 1 }, "\(result)")
  }

  /// Regression: the lightness was taken as a luminance.
  @Test func curvesOfGreyWithLabAreLightness() throws {
    let profile = ProfileSample.gray(curve: ProfileSample.curve(table: []), connectionSpace: "Lab ")
    for (sample, expected) in [(0, 0), (10, 14), (128, 119), (255, 255)] as [(UInt8, Int)] {
      let result = try converted(profile, (sample, 0, 0))
      #expect(result.allSatisfy { abs($0 - expected) <= 1 }, "\(sample): \(result)")
    }
  }

  @Test func primariesWithLabAreNotConverted() throws {
    let profile = ProfileSample.rgb(curve: ProfileSample.curve(table: []), connectionSpace: "Lab ")
    #expect(ICCConversion(try ICCProfile(profile)) == nil)
  }

  @Test func profilesOfTablesAndDamagedCurvesAreNotConverted() throws {
    #expect(ICCConversion(try ICCProfile(ProfileSample.cmyk())) == nil)
    for curve in [ProfileSample.curve(function: 5, [1, 1]), ProfileSample.curve(function: 4, [1])] {
      #expect(ICCConversion(try ICCProfile(ProfileSample.rgb(curve: curve))) == nil)
    }
  }
}
