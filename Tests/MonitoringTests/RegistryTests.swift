import Foundation
import TestTraits
import Testing

@testable import Monitoring

@Suite(.hangLimit) struct RegistryTests {
  @Test func textHasHelpTypeAndSamples() async {
    let registry = MetricsRegistry()
    let requests = registry.counter("x_requests_total", "Requests\nby \\ route.", labels: ["route"])
    requests.add(2, "/a \"b\" \\ \n")
    requests.add(1, "/c")
    registry.collect(["x_load"]) { [MetricFamily("x_load", "Load.", .gauge, [MetricSample(0.25)])] }
    #expect(
      await registry.text() == #"""
        # HELP x_requests_total Requests\nby \\ route.
        # TYPE x_requests_total counter
        x_requests_total{route="/a \"b\" \\ \n"} 2
        x_requests_total{route="/c"} 1
        # HELP x_load Load.
        # TYPE x_load gauge
        x_load 0.25

        """#)
  }

  @Test func histogramBucketsAreCumulativeAndIncludeTheirBound() async {
    let registry = MetricsRegistry()
    let seconds = registry.histogram("x_seconds", "Time.", buckets: [0.5, 1])
    for value in [0.5, 0.75, 3] { seconds.observe(value) }
    seconds.observe(.milliseconds(250))
    let lines = await registry.text().split(separator: "\n").dropFirst(2)
    #expect(
      lines == [
        #"x_seconds_bucket{le="0.5"} 2"#, #"x_seconds_bucket{le="1"} 3"#, #"x_seconds_bucket{le="+Inf"} 4"#,
        "x_seconds_sum 4.5", "x_seconds_count 4",
      ])
  }

  @Test func labelValuesAreBounded() async {
    let registry = MetricsRegistry()
    let counter = registry.counter("x_total", "X.", labels: ["name"])
    for index in 0..<10_000 { counter.add(1, "\(index)") }
    counter.add(1, "0")
    let family = await registry.families()[0]
    #expect(family.samples.count == MetricSeries<Double>.limit + 1)
    #expect(family.samples.map(\.value).reduce(0, +) == 10_001)
    #expect(family.samples.contains { $0.labels == [MetricLabel("name", "(other)")] && $0.value == 9500 })
    counter.add(1, String(repeating: "x", count: 1 << 20))
    #expect(await registry.text().utf8.count < 100_000)
  }

  @Test func metricWithoutLabelsIsZeroAtFirstAndOneWithLabelsIsAbsent() async {
    let registry = MetricsRegistry()
    _ = registry.counter("x_total", "X.")
    _ = registry.counter("y_total", "Y.", labels: ["name"])
    #expect(await registry.text().split(separator: "\n").last == "x_total 0")
  }

  @Test(arguments: [
    (Double.nan, "NaN"), (-Double.infinity, "-Inf"), (1e21, "1e+21"), (0.1, "0.1"), (-3, "-3"), (1e-7, "1e-07"),
  ])
  func numbersAreReadableByGo(value: Double, text: String) {
    #expect(PrometheusText.number(value) == text)
  }

  @Test func concurrentReadersShareOneCollection() async {
    let cache = CachedCollection(atLeast: .seconds(3600)) { [MetricFamily("x", "X.", .gauge, [MetricSample(1)])] }
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { await cache.families().count } }
      for await count in group { #expect(count == 1) }
    }
    #expect(await cache.collections == 1)
  }

  @Test func processMetricsAreThoseOfThisProcess() async throws {
    let registry = MetricsRegistry()
    ProcessMetrics.register(in: registry, version: "1.2")
    let families = Dictionary(uniqueKeysWithValues: await registry.families().map { ($0.name, $0.samples[0]) })
    #expect(families["pressrun_build_info"]?.labels == [MetricLabel("version", "1.2")])
    #expect(try #require(families["process_resident_memory_bytes"]).value > 1_000_000)
    #expect(try #require(families["process_open_fds"]).value >= 3)
    let age = Date().timeIntervalSince1970 - (try #require(families["process_start_time_seconds"]).value)
    #expect(age > -2 && age < 86_400)
  }
}
