import ArgumentParser
import Composition
import DependencyInjection
import Foundation
import Models
import Services

struct AvatarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avatar", abstract: "Upload profile pictures.",
        discussion: """
            EXAMPLES:
              strata avatar upload avatar.png
            """,
        subcommands: [AvatarUploadCommand.self])
}

struct AvatarUploadCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: "Upload a picture (PNG, JPEG, GIF or WebP, at most 5 MB).",
        discussion: """
            EXAMPLES:
              strata avatar upload avatar.png
              strata avatar upload avatar.png --user u-grace
            """)

    @Argument(help: "The picture file.", completion: .file())
    var file: String

    @Option(help: "Upload the picture for this user. (default: you)")
    var user: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let picture = try Self.picture(file)
        let named = try user.map { text throws(InvalidValue) in try User.ID(text) }
        let bar = options.json ? nil : ProgressBar("Uploading", on: terminal)
        let receipt = try await app.loggedIn { scope, account in
            try await scope.resolve(.uploads)
                .uploadAvatar(picture, of: named ?? account.id) { bar?.show($0) }
        }
        try ReceiptOutput(receipt).show(on: terminal, json: options.json)
    }

    /// Requires a regular file, because an upload that is retried reads it again.
    private static func picture(_ name: String) throws(Failure) -> URL {
        let file = URL(filePath: name)
        let isRegular: Bool
        do throws(InputFile.Fault) {
            isRegular = try InputFile.isRegular(file.path)
        } catch {
            throw Failure("The picture \(file.path) can't be read (\(error.reason)).", .unsuitableFile)
        }
        guard isRegular else {
            throw Failure("The picture \(file.path) is a pipe or a device. Save it to a file first.", .unsuitableFile)
        }
        return file
    }
}
