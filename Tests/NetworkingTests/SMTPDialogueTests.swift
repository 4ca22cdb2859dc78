import TestTraits
import Testing

@testable import Networking

@Suite(.hangLimit) struct SMTPDialogueTests {
  private func dialogue(_ before: [String], _ transaction: [String], recipients: [String] = ["a@b.example"])
    -> SMTPDialogue
  {
    var dialogue = SMTPDialogue(recipients: recipients)
    for line in before { dialogue.receive(Array("\(line)\r\n".utf8), isInTransaction: false) }
    for line in transaction { dialogue.receive(Array("\(line)\r\n".utf8), isInTransaction: true) }
    return dialogue
  }

  @Test func answersBelongToTheirCommands() {
    let dialogue = dialogue(
      ["220 hello", "250-server", "250-SIZE 1000", "250 SMTPUTF8"],
      ["250 sender", "250-first", "250 line", "550 5.1.1 unknown", "354 go on", "250 2.0.0 kept"],
      recipients: ["a@b.example", "c@d.example"])
    #expect(dialogue.sender == SMTPReply(code: 250, text: "sender"))
    #expect(dialogue.recipientAnswers.map(\.answer.code) == [250, 550])
    #expect(dialogue.recipientAnswers.map(\.recipient) == ["a@b.example", "c@d.example"])
    #expect(dialogue.recipientAnswers[0].answer.text == "first line")
    #expect(dialogue.data?.code == 354)
    #expect(dialogue.message == SMTPReply(code: 250, text: "2.0.0 kept"))
  }

  @Test func capabilitiesAreThoseOfTheLastGreeting() {
    let known = dialogue(
      [
        "220 hello", "250-server", "250 STARTTLS", "220 go", "250-server", "250-SIZE 26214400", "250 smtputf8",
        "235 welcome",
      ], []
    )
    .capabilities
    #expect(known?.maximumSize == 26_214_400)
    #expect(dialogue(["220 hello", "250-server", "250 SIZE 0"], []).capabilities?.maximumSize == nil)
    #expect(dialogue(["220 hello", "250-server", "250 SIZE"], []).capabilities?.maximumSize == nil)
    #expect(dialogue([], ["250 ok"]).capabilities == nil)
  }

  @Test func theResponseToQUITDoesNotAnswerTheMessage() {
    let dialogue = dialogue([], ["250 sender", "550 unknown", "221 bye"])
    #expect(dialogue.data == nil)
    #expect(dialogue.message == nil)
  }

  @Test func textIsPrintableAndShort() {
    let text = "450 a\u{7}b\u{202E}c\u{1B}[31m" + String(repeating: "x", count: 5000)
    let answer = dialogue([], [text]).sender
    #expect(answer?.text.hasPrefix("abc[31mxxx") == true)
    #expect(answer?.text.count == 500)
    #expect(dialogue([], Array(repeating: "250-more", count: 10_000) + ["250 end"]).sender?.text.count == 500)
  }

  @Test func responsesOfOtherProtocolsAreErrors() {
    let dialogue = dialogue(["SSH-2.0-OpenSSH_9.2", "HTTP/1.1 400 Bad Request"], [])
    #expect(dialogue.handshake == nil)
  }
}
