import CLinux
import Glibc

/// The confinement of a renderer process, in layers that do not depend on each other: a renderer that is taken over by
/// a document can read fonts and templates, and answer the worker, and nothing else.
///
/// | layer | prevents | where |
/// |---|---|---|
/// | user, network and IPC namespace | rights of the worker's user over other processes; the network | `ChildProcess`, at start |
/// | not dumpable, no capabilities, no new privileges | reading its memory from outside; system administration | `isolate` |
/// | Landlock | files other than `readable` ones; signals to other processes | `isolate` |
/// | system call filter | processes, sockets, tracing, asynchronous signals | `filterSystemCalls` |
package enum RendererSandbox {
  /// Puts the layers in force that restrict a thread and those that it starts. Call it before this process has a second
  /// thread.
  /// - Parameter readable: files and folders that may be read, in addition to the system's libraries and shared data.
  ///   Missing ones are left out.
  /// - Returns: one sentence for each layer that is missing.
  /// - Throws: `RenderingError` `.sandboxRefused` if this process would render as root.
  package static func isolate(readable: [String]) throws(RenderingError) -> [String] {
    var problems: [String] = []
    if !UserIdentity.isInUnmappedNamespace {
      problems.append("the kernel does not allow a user namespace")
      if geteuid() == 0 { try UserIdentity.leaveRoot(mustRead: readable) }
    }
    if clinux_forbid_new_privileges() != 0 { problems.append(problem("no_new_privs")) }
    if clinux_drop_capabilities() != 0 { problems.append(problem("dropping capabilities")) }
    if clinux_hide_process() != 0 { problems.append(problem("hiding the process's memory")) }
    if !FileAccess.restrict(toReading: FileAccess.systemPaths + readable) { problems.append(problem("Landlock")) }
    return problems
  }

  /// Puts the system call filter in force for all threads of this process, permanently.
  /// - Throws: `RenderingError` `.sandboxRefused` if the kernel or a container's filter does not allow it.
  package static func filterSystemCalls() throws(RenderingError) { try SystemCallFilter.enter() }

  /// The error of a renderer that must not run without the missing layers.
  package static func refusal(_ problems: [String]) -> RenderingError {
    RenderingError(code: .sandboxRefused, message: problems.joined(separator: "; "))
  }

  private static func problem(_ what: String) -> String {
    "the kernel refuses to confine renderers (\(what): \(String(cString: strerror(errno))))"
  }
}
