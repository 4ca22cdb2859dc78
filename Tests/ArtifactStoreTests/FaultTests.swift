import ArtifactStore
import Foundation
import TestTraits
import Testing

@Suite(.hangLimit) struct FaultTests {
  /// If any step fails, the artifact exists whole or not at all, and the next attempt succeeds.
  @Test(arguments: [ENOSPC, EIO, EROFS])
  func aFaultAtAnyStepLeavesAllOrNothing(errno: Int32) throws {
    let counting = FaultyFileOperations(failing: -1, errno: errno)
    let sound = TemporaryStore(files: counting)
    try sound.store.put(abc)
    #expect(counting.steps > 10)
    for step in 0..<counting.steps {
      let temporary = TemporaryStore(files: FaultyFileOperations(failing: step, errno: errno))
      #expect(throws: ArtifactError.self) { try temporary.store.put(abc) }
      #expect(temporary.contents == [] || temporary.contents == [abcPath], "step \(step)")
      try temporary.store.put(abc)
      try temporary.store.verify(abcDigest)
    }
  }

  @Test(arguments: [
    (ENOSPC, ArtifactError.Code.full), (EDQUOT, .full), (EROFS, .notWritable), (EACCES, .notWritable), (EIO, .io),
  ])
  func theErrorSaysWhatToDo(errno: Int32, code: ArtifactError.Code) {
    let temporary = TemporaryStore(files: FaultyFileOperations(failing: 5, errno: errno))
    let error = #expect(throws: ArtifactError.self) { try temporary.store.put(abc) }
    #expect(error?.code == code)
    #expect(error?.advice.isEmpty == false)
  }

  @Test func aRootThatCannotBeCreatedIsNamed() {
    let error = #expect(throws: ArtifactError.self) { try ArtifactFolder(root: "/proc/none/store").put(abc) }
    #expect(error?.path == "/proc/none/store")
  }
}
