import CommandLine
import Foundation
import GraphQL
import Networking

/// Prints results of `strata graphql`: data on standard output and errors on standard error.
struct GraphQLOutput {
    let terminal: Terminal
    /// Whether the errors are printed with the data, as one object.
    let isJSON: Bool

    /// Prints the result of a query or mutation. Throws unless it is complete.
    func show(_ result: GraphQLResult<GraphQLJSON>) throws {
        try show(result, as: \.indented)
        if let failure = Failure(result) { throw failure }
    }

    /// Prints each result of a subscription as one line. Throws at its end unless all of them were complete.
    func show(_ subscription: GraphQLSubscription<GraphQLJSON>) async throws {
        var (count, incomplete) = (0, 0)
        for try await event in subscription {
            count += 1
            do {
                let result = try event.get()
                try show(result, as: \.line)
                if case .complete = result {} else { incomplete += 1 }
            } catch {
                terminal.report(Failure(error))
                incomplete += 1
            }
            guard !terminal.isUnread else { break }
        }
        guard incomplete > 0 else { return }
        throw Failure("\(incomplete) of \(count) events were not complete.", .partial)
    }

    private func show(_ result: GraphQLResult<GraphQLJSON>, as layout: (JSONText) -> String) throws {
        let data = try data(of: result)
        if isJSON {
            terminal.print(layout(try object(data, result.errors)))
        } else {
            if let data { terminal.print(layout(data)) }
            for error in result.errors { terminal.message(Self.shortened(error.line).printable) }
        }
    }

    /// Throws if the data is not JSON. Its decoder also accepts some text that other programs reject.
    private func data(of result: GraphQLResult<GraphQLJSON>) throws(Failure) -> JSONText? {
        guard let value = result.value else { return nil }
        guard let json = JSONText(value.text) else {
            throw Failure(
                "The server's data is not valid JSON, so it was not printed. Report it to the server's operator.",
                .notUnderstood)
        }
        return json
    }

    /// At most 1,000 characters. --json prints all of them.
    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count <= 1000 ? text : String(text.unicodeScalars.prefix(999)) + "…"
    }

    private func object(_ data: JSONText?, _ errors: [GraphQLError]) throws -> JSONText {
        let list = errors.isEmpty ? "" : #","errors":\#(try JSONOutput.text(errors.map(\.output)))"#
        return JSONText(wellFormed: #"{"data":\#(data?.text ?? "null")\#(list)}"#)
    }
}

/// A value of an error's extensions. A number beyond the range of `Double`, and what is nested too deeply, is null.
private struct ExtensionOutput: Encodable {
    let value: JSONValue

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .boolean(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number) where number.isFinite: try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list.map(Self.init))
        case .object(let members): try container.encode(members.mapValues(Self.init))
        case .null, .number, .tooDeep: try container.encodeNil()
        }
    }
}

extension GraphQLError {
    fileprivate var output: Output {
        let segments = path.map { segment -> JSONElement in
            switch segment {
            case .field(let name): .text(name)
            case .index(let index): .integer(Int64(index))
            }
        }
        return Output([
            .json("message", message), .json("path", segments), .json("code", code),
            .json("locations", locations.map { Output([.json("line", $0.line), .json("column", $0.column)]) }),
            .json("extensions", extensions.mapValues(ExtensionOutput.init)),
        ])
    }

    /// The error with its first place in the document: `books.0.stars: unavailable (UPSTREAM), line 2, column 5`.
    fileprivate var line: String {
        description + (locations.first.map { ", line \($0.line), column \($0.column)" } ?? "")
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
        case .failed: self.init("The server returned no data (\(errors)).", Failure.Status(result.errors))
        }
    }
}

extension Failure.Status {
    /// The exit code for errors without data, by the first error code that is not specific to one server.
    fileprivate init(_ errors: [GraphQLError]) {
        let known = errors.lazy.compactMap { error -> Failure.Status? in
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
