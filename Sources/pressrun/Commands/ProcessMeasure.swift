import Glibc

/// Time and memory of a process, which is run with an empty environment. Its output is discarded.
struct ProcessMeasure {
  let milliseconds: Double
  /// Peak of resident memory in bytes, including touched pages of mapped files.
  let peak: Int

  /// - Throws: `Failure` if it cannot be started or fails.
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
      throw Failure("cannot be started", place: program)
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    peak = Int(usage.ru_maxrss) << 10
    guard status == 0 else { throw Failure("ended with status \(status >> 8 & 0xFF)", place: program) }
  }
}
