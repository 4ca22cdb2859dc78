import ArtifactStore
import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

@testable import Application

/// Databases and artifact stores that belong together.
@Suite(.hangLimit) struct StoreBindingTests {
  /// A new store in a folder, which is removed at the end.
  private func withStore(_ body: (ArtifactStore) async throws -> Void) async throws {
    let root = FileManager.default.temporaryDirectory.path + "/pressrun-binding-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try await body(ArtifactStore(root: root))
  }

  private func isWrongStore(_ error: any Error) -> Bool { (error as? ApplicationError)?.code == .wrongStore }

  @Test func processesThatStartAtTheSameTimeBindOneStore() async throws {
    try await TestDatabase.withDatabase { test in
      try await withStore { store in
        try await withThrowingTaskGroup { group in
          for _ in 0..<8 { group.addTask { try await StoreBinding(test.queue, store).bind() } }
          try await group.waitForAll()
        }
        #expect(try await StoreBinding(test.queue, store).check())
        #expect(try await test.queue.storeID() == store.identity())
      }
    }
  }

  /// A process was killed after it had written the id into the store.
  @Test func aBindingThatWasInterruptedIsContinued() async throws {
    try await TestDatabase.withDatabase { test in
      try await withStore { store in
        let identity = try await store.identify(try await test.queue.storePrefix() + ".1")
        let binding = StoreBinding(test.queue, store)
        #expect(try await binding.check() == false)
        try await binding.bind()
        #expect(try await test.queue.storeID() == identity)
      }
    }
  }

  @Test func theStoreOfAnotherDatabaseIsRefused() async throws {
    try await TestDatabase.withDatabase { test in
      try await TestDatabase.withDatabase { other in
        try await withStore { store in
          try await StoreBinding(other.queue, store).bind()
          await #expect { try await StoreBinding(test.queue, store).check() } throws: { isWrongStore($0) }
          await #expect { try await StoreBinding(test.queue, store).bind() } throws: { isWrongStore($0) }
          #expect(try await test.queue.storeID() == nil)
        }
      }
    }
  }

  @Test func aSecondStoreIsRefused() async throws {
    try await TestDatabase.withDatabase { test in
      try await withStore { first in
        try await StoreBinding(test.queue, first).bind()
        try await withStore { second in
          await #expect { try await StoreBinding(test.queue, second).bind() } throws: { isWrongStore($0) }
          // A store that two processes began to use at the same time, each with a folder of its own.
          _ = try await second.identify(try await test.queue.storePrefix() + ".2")
          await #expect { try await StoreBinding(test.queue, second).bind() } throws: { isWrongStore($0) }
          let identity = try await StoreBinding(test.queue, second).replace()
          #expect(try await test.queue.storeID() == identity)
        }
      }
    }
  }
}
