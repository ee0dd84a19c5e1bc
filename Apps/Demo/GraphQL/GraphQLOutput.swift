import Foundation
import GraphQL

/// Prints results of `strata graphql`: data on standard output and errors on standard error.
struct GraphQLOutput {
    let terminal: Terminal
    /// Whether the errors are printed with the data, as one object.
    let isJSON: Bool

    /// Prints the result of a query or mutation. Throws unless it is complete.
    func show(_ result: GraphQLResult<GraphQLJSON>) throws {
        if isJSON {
            terminal.print(JSONText.indented(try object(result)))
        } else {
            if let data = result.value { terminal.print(JSONText.indented(data.text)) }
            note(result.errors)
        }
        if let failure = Failure(result) { throw failure }
    }

    /// Prints each result of a subscription as one line. Throws at its end unless all of them were complete.
    func show(_ subscription: GraphQLSubscription<GraphQLJSON>) async throws {
        var (count, incomplete) = (0, 0)
        for try await event in subscription {
            count += 1
            switch event {
            case .success(let result):
                if isJSON {
                    terminal.print(JSONText.line(try object(result)))
                } else {
                    if let data = result.value { terminal.print(JSONText.line(data.text)) }
                    note(result.errors)
                }
                if case .complete = result {} else { incomplete += 1 }
            case .failure(let error):
                terminal.report(Failure(error))
                incomplete += 1
            }
            guard !terminal.isUnread else { break }
        }
        guard incomplete > 0 else { return }
        throw Failure("\(incomplete) of \(count) events were not complete.", .partial)
    }

    private func note(_ errors: [GraphQLError]) {
        for error in errors { terminal.message(Self.shortened(error.description).printable) }
    }

    /// At most 1,000 characters. --json prints all of them.
    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count <= 1000 ? text : String(text.unicodeScalars.prefix(999)) + "…"
    }

    private func object(_ result: GraphQLResult<GraphQLJSON>) throws -> String {
        let errors = try JSONOutput.text(result.errors.map(ErrorOutput.init))
        return #"{"data":\#(result.value?.text ?? "null")"# + (result.errors.isEmpty ? "}" : #","errors":\#(errors)}"#)
    }

    private struct ErrorOutput: Encodable {
        let message: String
        let path: [String]
        let code: String?

        init(_ error: GraphQLError) {
            (message, path, code) = (error.message, error.path.map(\.description), error.code)
        }
    }
}

extension Failure {
    /// The failure of a command whose result has errors; `nil` for a complete result.
    fileprivate init?(_ result: GraphQLResult<GraphQLJSON>) {
        let count = result.errors.count
        let errors = count == 1 ? "1 error" : "\(count) errors"
        switch result {
        case .complete: return nil
        case .partial: self.init("The data is not complete (\(errors)).", .partial)
        case .failed: self.init("The server returned no data (\(errors)).", ExitStatus(result.errors))
        }
    }
}

extension ExitStatus {
    /// The exit code for errors without data, by the first error code that is not specific to one server.
    fileprivate init(_ errors: [GraphQLError]) {
        let known = errors.lazy.compactMap { error -> ExitStatus? in
            switch error.code {
            case "UNAUTHENTICATED", "FORBIDDEN": .notAllowed
            case "NOT_FOUND": .notFound
            case "INTERNAL_SERVER_ERROR": .tryAgain
            default: nil
            }
        }
        self = known.first ?? .invalidData
    }
}
