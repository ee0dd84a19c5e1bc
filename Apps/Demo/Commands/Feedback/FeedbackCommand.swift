import ArgumentParser
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
        "strata feedback send - --contact ada@example.com < message.txt")

    @Argument(help: "The message, or - to read it from standard input.")
    var message: String

    @Option(help: "Set the email address for a reply.")
    var contact: String?

    @Option(
        help: "Rate from \(FeedbackMessage.ratings.lowerBound) (bad) to \(FeedbackMessage.ratings.upperBound) (good).")
    var rating: Int?

    @OptionGroup var options: GlobalOptions

    var isForGuests: Bool { true }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let contact = try contact.map { text throws(InvalidValue) in try EmailAddress(text) }
        let feedback = try FeedbackMessage(
            message == "-" ? try await Self.standardInput() : message, contact: contact, rating: rating)
        // Guests may send feedback, but a stored login signs it.
        _ = try await app.auth.restore()
        let service = try await app.feedback
        let receipt: FeedbackReceipt
        do throws(FeedbackServiceError) {
            receipt = try await service.send(feedback)
        } catch {
            guard case .loggedOut = error else { throw error }
            let server = Origin(app.settings.baseURL).map { " at \($0)" } ?? ""
            throw Failure(
                "Your session\(server) has ended. Log in again with `\(AppName.command) login EMAIL`, or repeat the "
                    + "command to send the message as a guest.", .notAllowed)
        }
        let output = Output([
            .json("id", receipt.id), .json("created_at", Timestamp(receipt.createdAt)),
            .json("author_id", receipt.authorID?.text),
        ])
        try terminal.show(output, json: options.json) {
            terminal.print("Sent as \(receipt.authorID?.text ?? "a guest"). Thank you.")
            terminal.print(terminal.dim("id      ") + receipt.id.printable)
        }
    }

    private static func standardInput() async throws -> String {
        let content = try await InputFile.bytes(of: nil, limit: .text, as: "Standard input")
        guard let text = String(data: content, encoding: .utf8) else {
            throw Failure("Standard input is not text in UTF-8.", .unsuitableFile)
        }
        return text
    }
}

extension Feature {
    static var feedback: Feature {
        Feature(command: FeedbackCommand.self)
    }
}
