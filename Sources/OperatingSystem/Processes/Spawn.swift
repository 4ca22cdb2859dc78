import CLinux
import Glibc

/// The connections of a child process to this one.
package struct ChildConnections {
  /// Standard input; nil for `/dev/null`.
  var input: Int32?
  var output: Int32
  var errors: Int32
  /// The working folder; nil for this process's.
  var folder: String?
  /// Whether the child leads a new process group, so that Ctrl-C in a terminal does not reach it.
  var leadsGroup = false

  package init(
    input: Int32? = nil, output: Int32, errors: Int32, folder: String? = nil, leadsGroup: Bool = false
  ) {
    (self.input, self.output, self.errors) = (input, output, errors)
    (self.folder, self.leadsGroup) = (folder, leadsGroup)
  }
}

/// Starts a program with no descriptor open but its standard streams, no signal blocked and none ignored. The caller
/// waits for its end.
/// - Throws: `SystemError` with the program's path.
package func spawn(_ command: ProgramCommand, _ connections: ChildConnections) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input = connections.input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, connections.output, 1)
  posix_spawn_file_actions_adddup2(&actions, connections.errors, 2)
  clinux_spawn_close_from(&actions, 3)
  if let folder = connections.folder { clinux_spawn_change_folder(&actions, folder) }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setpgroup(&attributes, 0)
  let group = connections.leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))

  let arguments = CStrings([command.path] + command.arguments)
  let environment = CStrings(command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
  var child: pid_t = 0
  let result = posix_spawnp(
    &child, RunningProgram.file(for: command.path), &actions, &attributes, arguments.pointers, environment.pointers)
  guard result == 0 else { throw SystemError("posix_spawn", errno: result, path: command.path) }
  return child
}

/// Starts a program by its path as the leader of a process group in its own user, network and IPC namespaces: it has no
/// rights over processes of this user and reaches no network.
/// - Returns: nil if that fails, mostly because the kernel or a container allows no user namespaces.
func spawnIsolated(_ command: ProgramCommand, _ connections: ChildConnections) -> pid_t? {
  guard let input = connections.input, command.path.hasPrefix("/") else { return nil }
  let arguments = CStrings([command.path] + command.arguments)
  let environment = CStrings(command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
  let child = clinux_spawn_isolated(
    RunningProgram.file(for: command.path), arguments.pointers, environment.pointers, input, connections.output,
    connections.errors)
  return child > 0 ? child : nil
}

/// A C array of C strings, terminated by a null pointer.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]
  init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }
  deinit { for pointer in pointers { free(pointer) } }
}
