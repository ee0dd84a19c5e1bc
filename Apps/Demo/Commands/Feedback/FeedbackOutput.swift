import Composition
import Foundation
import Models

/// The receipt of a feedback message as the command line shows it.
struct FeedbackOutput: Encodable {
    let id: String
    let createdAt: Timestamp
    /// `nil` for a guest, which JSON shows as a missing key.
    let authorID: String?

    enum CodingKeys: String, CodingKey {
        case id
        case createdAt = "created_at"
        case authorID = "author_id"
    }

    init(_ receipt: FeedbackReceipt) {
        id = receipt.id
        createdAt = Timestamp(receipt.createdAt)
        authorID = receipt.authorID?.text
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        terminal.print("Sent as \(authorID ?? "a guest"). Thank you.")
        terminal.print(terminal.dim("id      ") + id.printable)
    }
}
