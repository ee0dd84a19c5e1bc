import Foundation
import Networking

enum GraphQLInput {
    static func document(_ argument: String, input: BodyInput) async throws -> String {
        let source = Source(argument: argument == "-" ? "@-" : argument, option: "<query>")
        guard let text = String(data: try await source.content(input), encoding: .utf8) else {
            throw source.refused("is not text in UTF-8.")
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw source.refused("is empty.") }
        return text
    }

    static func variables(_ argument: String?, input: BodyInput) async throws -> JSONValue? {
        guard let argument else { return nil }
        let source = Source(argument: argument, option: "--variables")
        let data = try await source.content(input)
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data), case .object = value else {
            throw source.refused("must be a JSON object, such as '{\"id\": 84}'.")
        }
        return value
    }

    /// Parses a field of `--header`. Throws if the GraphQL client sets this field.
    static func header(_ argument: String) throws(Failure) -> HeaderField {
        let field = try RawRequest.header(argument)
        guard !["accept", "content-type"].contains(field.name.lowercased()) else {
            throw Failure("--header \(field.name): GraphQL over HTTP determines it.", .usage)
        }
        return field
    }

    /// A text, a file after `@`, or standard input as `@-`.
    private struct Source {
        let argument: String
        let option: String

        func content(_ input: BodyInput) async throws -> Data {
            guard argument.hasPrefix("@") else { return Data(argument.utf8) }
            switch try await input.open(String(argument.dropFirst()), of: option) {
            case .bytes(let bytes): return bytes
            case .file(let file):
                return try await InputFile.bytes(of: file.path, limit: .body, as: "The file \(file.path) of \(option)")
            }
        }

        func refused(_ reason: String) -> Failure {
            guard argument.hasPrefix("@") else { return Failure("\(option) \(reason)", .usage) }
            guard argument != "@-" else { return Failure("Standard input \(reason)", .unsuitableFile) }
            let file = URL(filePath: String(argument.dropFirst()))
            return Failure("The file \(file.path) of \(option) \(reason)", .unsuitableFile)
        }
    }
}
