import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Primitives
import Services

struct AvatarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avatar", abstract: "Upload profile pictures.",
        examples: "strata avatar upload avatar.png",
        subcommands: [AvatarUploadCommand.self])
}

struct AvatarUploadCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: "Upload a picture (PNG, JPEG, GIF or WebP, at most 5 MiB).",
        examples: "strata avatar upload avatar.png", "strata avatar upload avatar.png --user u-7")

    @Argument(help: "The picture file.", completion: .file())
    var file: String

    @Option(help: "Upload the picture for this user. (default: you)")
    var user: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let named = try user.map { text throws(InvalidValue) in try User.ID(text) }
        let bar = options.json ? nil : ProgressBar("Uploading", on: terminal)
        let receipt = try await Self.withRegularFile(URL(typed: file)) { picture in
            try await app.loggedIn { services, account in
                try await services.uploads.uploadAvatar(picture, of: named ?? account.id) { bar?.show($0) }
            }
        }
        let output = Output([
            .json("avatar_url", receipt.avatarURL.absoluteString), .json("content_type", receipt.contentType),
            .json("size", receipt.size), .json("sha256", receipt.sha256),
        ])
        try terminal.show(output, json: options.json) {
            terminal.print("Uploaded \(receipt.size.grouped) bytes as \(receipt.contentType.printable).")
            terminal.print(terminal.dim("sha256  ") + receipt.sha256.printable)
            terminal.print(terminal.dim("url     ") + receipt.avatarURL.absoluteString)
        }
    }

    /// Copies a pipe or a device to a temporary file, because an upload that is retried reads its file again.
    private static func withRegularFile<Value: Sendable>(
        _ file: URL, _ body: (URL) async throws -> Value
    ) async throws -> Value {
        do {
            if try InputFile.isRegular(file.path) { return try await body(file) }
            return try await TemporaryFolder.with { folder in
                let copy = folder.appending(path: file.lastPathComponent)
                try await BlockingWork.run {
                    try InputFile.content(of: file.path, limit: .picture).write(to: copy)
                }
                return try await body(copy)
            }
        } catch let fault as InputFile.Fault {
            throw Failure("The picture \(file.path) can't be read (\(fault.reason)).", .unsuitableFile)
        }
    }
}
