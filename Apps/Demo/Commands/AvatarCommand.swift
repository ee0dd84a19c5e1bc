import ArgumentParser
import DependencyInjection
import Foundation
import Models
import Services

struct AvatarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avatar", abstract: "Change pictures.", subcommands: [AvatarUploadCommand.self])
}

struct AvatarUploadCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: "Upload a picture (PNG, JPEG, GIF or WebP, at most 5 MB).")

    @Argument(help: "The picture's file.", completion: .file())
    var file: String

    @Option(help: "Whose picture; yours, if left out.")
    var user: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: App, _ terminal: Terminal) async throws {
        let named = try user.map { text throws(InvalidValue) in try User.ID(text) }
        let bar = options.json ? nil : ProgressBar("Uploading", on: terminal)
        let receipt = try await app.signedIn { scope, account in
            try await scope.resolve(.uploads)
                .uploadAvatar(URL(filePath: file), of: named ?? account.userID) { bar?.show($0) }
        }
        try ReceiptOutput(receipt).show(on: terminal, json: options.json)
    }
}
