import ArgumentParser
import Composition
import Delivery
import PDF

/// Options that encrypt a PDF.
struct EncryptionArguments: ParsableArguments {
  @Option(help: "Encrypt the PDF (AES-256) with the password in this file, which opens it.")
  var passwordFile: String?

  @Option(help: "A file with the password that also permits changing the permissions. Default: nobody knows it.")
  var ownerPasswordFile: String?

  @Option(
    help: ArgumentHelp(
      "What readers allow a person with the password, separated by commas: print, print-low, modify, copy, annotate, forms, assemble, none, all.",
      valueName: "list"))
  var permissions: String?

  func validate() throws {
    guard passwordFile != nil || (ownerPasswordFile == nil && permissions == nil) else {
      throw ValidationError("--owner-password-file and --permissions need --password-file.")
    }
    guard let permissions else { return }
    guard DocumentPermissions(names: names(permissions)) != nil else {
      let known = DocumentPermissions.names.map(\.name).joined(separator: ", ")
      throw ValidationError("--permissions: expected some of \(known), separated by commas.")
    }
  }

  /// Returns nil if the PDF is not encrypted.
  func encryption() throws -> FileEncryption? {
    guard let passwordFile else { return nil }
    func password(_ file: String) throws -> String { DocumentPassword.prepared(try Secret.file(file).read()) }
    let (user, owner) = (try password(passwordFile), try ownerPasswordFile.map(password))
    return try about(passwordFile) { () throws(PDFError) in
      try FileEncryption(
        password: user, owner: owner,
        permissions: permissions.flatMap { DocumentPermissions(names: names($0)) } ?? .all)
    }
  }

  private func names(_ list: String) -> [String] { list.split(separator: ",").map { String($0) } }
}
