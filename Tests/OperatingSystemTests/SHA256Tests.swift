import OperatingSystem
import TestTraits
import Testing

@Suite("SHA-256", .hangLimit) struct SHA256Tests {
  /// FIPS 180-4's examples, from NIST's "Secure Hashing" test vectors.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func knownDigests(text: String, digest: String) {
    #expect(SHA256.hash(data: Array(text.utf8)).hex == digest)
  }

  @Test func piecesHashAsOne() {
    var hash = SHA256()
    for piece in ["a", "", "bc"] { hash.update(data: Array(piece.utf8)) }
    #expect(hash.finalize() == SHA256.hash(data: Array("abc".utf8)))
  }

  @Test func aCopyContinuesIndependently() {
    var original = SHA256()
    original.update(data: Array("ab".utf8))
    var copy = original
    copy.update(data: Array("x".utf8))
    original.update(data: Array("c".utf8))
    #expect(original.finalize() == SHA256.hash(data: Array("abc".utf8)))
    #expect(copy.finalize() == SHA256.hash(data: Array("abx".utf8)))
  }

  @Test func finalizingDoesNotEndTheComputation() {
    var hash = SHA256()
    hash.update(data: Array("ab".utf8))
    _ = hash.finalize()
    hash.update(data: Array("c".utf8))
    #expect(hash.finalize() == SHA256.hash(data: Array("abc".utf8)))
  }

  @Test func nonContiguousSequencesHash() {
    #expect(SHA256.hash(data: (0..<3).lazy.map { UInt8(ascii: "a") + $0 }) == SHA256.hash(data: Array("abc".utf8)))
  }
}
