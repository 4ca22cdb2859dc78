import Foundation
import TestTraits
import Testing

@testable import OperatingSystem

@Suite(.hangLimit) struct ProcessMemoryTests {
  @Test func childProcessesAreCounted() throws {
    let alone = ProcessMemory.resident(getpid())
    #expect(alone > 1 << 20)
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/cat")
    let input = Foundation.Pipe()
    child.standardInput = input
    child.standardOutput = FileHandle.nullDevice
    try child.run()
    #expect(ProcessMemory.resident(child.processIdentifier) > 0)
    #expect(ProcessMemory.residentWithChildren >= ProcessMemory.resident(child.processIdentifier) + (1 << 20))
    try input.fileHandleForWriting.close()
    child.waitUntilExit()
  }

  @Test func aProcessThatDoesNotExistHasNoMemory() { #expect(ProcessMemory.resident(-1) == 0) }
}
