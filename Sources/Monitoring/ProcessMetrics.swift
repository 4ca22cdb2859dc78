import Foundation

/// Memory, processor time and open files of this process, under the names that Prometheus' client libraries use.
package enum ProcessMetrics {
  package static func register(in registry: MetricsRegistry, version: String) {
    registry.collect([
      "process_resident_memory_bytes", "process_cpu_seconds_total", "process_start_time_seconds", "process_open_fds",
      "pressrun_build_info",
    ]) { families(version: version) }
  }

  private static func families(version: String) -> [MetricFamily] {
    var families = [
      MetricFamily(
        "pressrun_build_info", "The version of the program.", .gauge,
        [MetricSample(1, labels: [MetricLabel("version", version)])])
    ]
    if let status = ProcessStatus() {
      families += [
        MetricFamily(
          "process_resident_memory_bytes", "Resident memory.", .gauge, [MetricSample(status.residentBytes)]),
        MetricFamily(
          "process_cpu_seconds_total", "User and system processor time.", .counter, [MetricSample(status.cpuSeconds)]),
        MetricFamily(
          "process_start_time_seconds", "Start of the process, in seconds since 1970.", .gauge,
          [MetricSample(status.startTime)]),
      ]
    }
    if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      families.append(MetricFamily("process_open_fds", "Open file descriptors.", .gauge, [MetricSample(Double(files))]))
    }
    return families
  }
}

/// Memory and times of this process, read from `/proc`; see proc_pid_stat(5).
private struct ProcessStatus {
  var residentBytes, cpuSeconds, startTime: Double

  init?() {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let boot = system.split(separator: "\n").first(where: { $0.hasPrefix("btime ") })
        .flatMap({ Double($0.dropFirst(6)) }),
      // The name of the program, in parentheses, may contain spaces.
      let end = text.lastIndex(of: ")")
    else { return nil }
    // From the field "state", which is number 3.
    let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
    guard fields.count > 21 else { return nil }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    cpuSeconds = (fields[11] + fields[12]) / ticks
    startTime = boot + fields[19] / ticks
    residentBytes = fields[21] * Double(sysconf(Int32(_SC_PAGESIZE)))
  }
}
