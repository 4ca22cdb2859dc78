import Glibc

/// The duration and peak memory of a process that ran to its end, with an empty environment and its output discarded.
struct ProcessMeasurement {
  let milliseconds: Double
  /// Peak resident set size in bytes, mapped files included.
  let peak: Int

  /// - Throws: `BenchmarkError` if the process cannot be started or its exit status is not 0.
  init(_ program: String, _ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    let start = ContinuousClock.now
    var child = pid_t()
    guard posix_spawn(&child, program, &actions, nil, &argv, nil) == 0 else {
      throw BenchmarkError("\(program) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    peak = Int(usage.ru_maxrss) << 10
    guard status == 0 else { throw BenchmarkError("\(program) ended with status \(status >> 8 & 0xFF)") }
  }
}
