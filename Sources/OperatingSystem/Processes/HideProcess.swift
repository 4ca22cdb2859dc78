import CLinux

/// Hides this process's memory, environment and open files from other processes of the same user (`PR_SET_DUMPABLE`,
/// prctl(2)).
package func hideProcess() { _ = clinux_hide_process() }
