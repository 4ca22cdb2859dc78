import Foundation
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct PrintOptionsTests {
  private func options(_ text: String, maximumCopies: Int = 10) throws -> PrintOptions {
    var defaults = PrintOptions()
    defaults.sides = .longEdge
    return try PrintOptions(Array(text.utf8), defaults: defaults, maximumCopies: maximumCopies)
  }

  @Test func optionsCompleteTheDefaults() throws {
    let all = try options(#"{"copies":3,"sides":"one-sided","media":"letter","fit":"auto-fit","pages":"2,4-6"}"#)
    #expect(all.copies == 3 && all.sides == .oneSided && all.media == "na_letter_8.5x11in" && all.fit == .autoFit)
    #expect(all.pages == [2...2, 4...6])
    #expect(try options("{}").sides == .longEdge)
    #expect(try options(#"{"sides":null}"#).sides == .longEdge)
  }

  @Test(arguments: [
    #"{"copies":0}"#, #"{"copies":11}"#, #"{"copies":1.5}"#, #"{"copies":"2"}"#, #"{"copies":99999999999999999999}"#,
    #"{"sides":"both"}"#, #"{"sides":2}"#, #"{"media":"A99"}"#, #"{"media":"../x"}"#, #"{"fit":"shrink"}"#,
    #"{"pages":""}"#, #"{"pages":"0"}"#, #"{"pages":"3-2"}"#, #"{"pages":"1-3,3"}"#, #"{"pages":"1,,2"}"#,
    #"{"pages":"-1"}"#,
    #"{"pages":"1-2-3"}"#, #"{"pages":[1]}"#, #"{"colour":true}"#, "[]", "", "{",
  ])
  func malformedOptionsAreRefused(text: String) {
    let error = #expect(throws: SendError.self) { try options(text) }
    #expect(error?.code == "option_invalid" && error?.retry == .never)
  }

  @Test func pageRangesAreLimited() throws {
    let pages = (0..<100).map { String($0 * 2 + 1) }
    #expect(PrintOptions.pageRanges(pages.joined(separator: ","))?.count == 100)
    #expect(PrintOptions.pageRanges((pages + ["999"]).joined(separator: ",")) == nil)
  }

  @Test(arguments: [
    ("ipp://printer.example/ipp/print", "http://printer.example:631/ipp/print"),
    ("ipps://printer.example/ipp/print", "https://printer.example:631/ipp/print"),
    ("ipp://printer.example:8631/x", "http://printer.example:8631/x"),
    ("ipp://[2001:db8::1]/x", "http://[2001:db8::1]:631/x"),
  ])
  func printerIsReachedOverHTTP(uri: String, url: String) throws {
    #expect(try PrintConfiguration(printer: uri).url == url)
  }

  @Test(arguments: [
    #"{"printer":"http://x/y"}"#, #"{"queue":"a/b"}"#, "{}", #"{"queue":"a","printer":"ipp://x/y"}"#,
    #"{"queue":"a","copies":11}"#, #"{"queue":"a","media":"A99"}"#, #"{"queue":"a","sides":"x"}"#,
  ])
  func malformedConfigurationIsRefused(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(PrintConfiguration.self, from: Data(text.utf8))
    }
  }

  @Test func queueIsOneOfThisMachine() throws {
    let text = #"{"queue":"front-desk","media":"A4","sides":"two-sided-long-edge","maximum_copies":20,"copies":12}"#
    let configuration = try JSONDecoder().decode(PrintConfiguration.self, from: Data(text.utf8))
    #expect(configuration.printer == "ipp://localhost/printers/front-desk" && configuration.isLocalQueue)
    #expect(configuration.defaults.media == "iso_a4_210x297mm" && configuration.defaults.copies == 12)
  }
}
