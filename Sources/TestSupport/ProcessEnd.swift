import CLinux
import Dispatch
import Glibc

/// Waits for the end of a process that is not a child of this one.
package struct ProcessEnd: Sendable {
  private let descriptor: Int32

  /// - Parameter process: must not have ended, or the kernel may have given its number to another process.
  package init(of process: pid_t) { descriptor = clinux_pidfd_open(process) }

  /// Waits for it. Call it once.
  package func wait() async {
    // The process had ended already.
    guard descriptor >= 0 else { return }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&end, 1, -1) < 0 && errno == EINTR {}
        close(descriptor)
        continuation.resume()
      }
    }
  }
}
