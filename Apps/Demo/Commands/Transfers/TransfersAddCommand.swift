import ArgumentParser
import Composition
import Foundation
import Transfers

struct TransfersAddCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Queue a download. Nothing is sent before `\(AppName.command) transfers run`.",
        discussion: """
            EXAMPLES:
              strata transfers add /v2/files/sample-65536 --output small.bin

            The target is a path below the base URL, or an absolute URL. A path of the API is requested with the login \
            that is stored now; while that account is not logged in, the transfer waits.
            """)

    @Argument(help: "The path or URL of the file.")
    var target: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Save the complete file here.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !output.isEmpty, output != "-", !output.hasSuffix("/") else {
            throw ValidationError("--output must name a file.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let source = try TypedTarget(target, baseURL: app.settings.baseURL).withWholePath
        guard let url = URL(string: source.base.absoluteString + source.path) else {
            throw Failure("The target \(target) is not a valid path or URL. Percent-encode special characters.", .usage)
        }
        let transfer = try await app.addTransfer(url, to: URL(filePath: output))
        try TransferOutput(transfer).show(
            on: terminal, json: options.json,
            as: "Queued as transfer \(transfer.id). Start it with `\(AppName.command) transfers run`.")
    }
}
