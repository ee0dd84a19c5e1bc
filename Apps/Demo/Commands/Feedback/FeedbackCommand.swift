import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Primitives
import Services

struct FeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedback", abstract: "Send feedback.",
        examples: #"strata feedback send "The list is empty after a logout." --rating 4"#,
        subcommands: [FeedbackSendCommand.self])
}

struct FeedbackSendCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a message, with or without a login.",
        examples: #"strata feedback send "The list is empty after a logout." --rating 4"#,
        "strata feedback send - --contact you@example.com < message.txt")

    @Argument(help: "The message, or - to read it from standard input.")
    var message: String

    @Option(help: "Set the email address for a reply.")
    var contact: String?

    @Option(
        help: "Rate from \(FeedbackMessage.ratings.lowerBound) (bad) to \(FeedbackMessage.ratings.upperBound) (good).")
    var rating: Int?

    @OptionGroup var waiting: WaitOption
    @OptionGroup var options: GlobalOptions

    func storeUse(_ settings: RunSettings) -> StoreUse { .ifPossible }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let contact = try contact.map { text throws(InvalidValue) in try EmailAddress(text) }
        let feedback = try FeedbackMessage(
            message == "-" ? try await Self.standardInput() : message, contact: contact, rating: rating)
        // Guests may send feedback, but a stored login signs it.
        guard let account = try await app.auth.restore() else {
            return try await send(feedback, through: app.feedback, app.guestOutbox, app, terminal)
        }
        try await app.loggedIn(as: account) { services, _ in
            try await send(feedback, through: services.feedback, services.outbox, app, terminal)
        }
    }

    private func send(
        _ message: FeedbackMessage, through service: any FeedbackService, _ outbox: any OutboxService,
        _ app: ComposedApp, _ terminal: Terminal
    ) async throws {
        let sent = try await service.send(message)
        let receipt = sent.value
        let output = Output([
            .json("id", receipt?.id), .json("created_at", receipt.map { Timestamp($0.createdAt) }),
            .json("author_id", receipt?.authorID?.text),
        ])
        try terminal.show(output, json: options.json) {
            guard let receipt else {
                // Another process has sent it, and has its receipt.
                if sent.pending == nil { terminal.print("Sent. Thank you.") }
                return
            }
            terminal.print("Sent as \(receipt.authorID?.text ?? "a guest"). Thank you.")
            terminal.print(terminal.dim("id      ") + receipt.id.printable)
        }
        try await waiting.finish(sent, in: outbox, of: app, on: terminal)
    }

    private static func standardInput() async throws -> String {
        let content = try await InputFile.bytes(of: nil, limit: .text, as: "Standard input")
        guard let text = String(data: content, encoding: .utf8) else {
            throw Failure("Standard input is not text in UTF-8.", .unsuitableFile)
        }
        return text
    }
}
