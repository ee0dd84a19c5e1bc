import Foundation
import Networking

/// Reads the arguments of `strata graphql`.
enum GraphQLInput {
    static func document(_ argument: String, input: BodyInput) async throws -> String {
        let data = try await content(argument == "-" ? "@-" : argument, of: "the query", input: input)
        guard let text = String(data: data, encoding: .utf8), !text.allSatisfy(\.isWhitespace) else {
            throw Failure("The query is empty or not a text in UTF-8.", .usage)
        }
        return text
    }

    static func variables(_ argument: String?, input: BodyInput) async throws -> JSONValue? {
        guard let argument else { return nil }
        let data = try await content(argument, of: "--variables", input: input)
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data), case .object = value else {
            throw Failure("--variables requires a JSON object, such as '{\"id\": 84}'.", .usage)
        }
        return value
    }

    /// A field of `--header`, unless the GraphQL client sets it.
    static func header(_ argument: String) throws(Failure) -> HeaderField {
        let field = try RawRequest.header(argument)
        guard !["accept", "content-type"].contains(field.name.lowercased()) else {
            throw Failure("--header \(field.name): GraphQL over HTTP determines it.", .usage)
        }
        return field
    }

    private static func content(_ argument: String, of option: String, input: BodyInput) async throws -> Data {
        guard argument.hasPrefix("@") else { return Data(argument.utf8) }
        switch try await input.open(String(argument.dropFirst()), of: option) {
        case .bytes(let bytes): return bytes
        case .file(let file):
            do {
                return try await BlockingWork.run { try InputFile.content(of: file.path) }
            } catch let fault as InputFile.Fault {
                throw Failure("The file \(file.path) of \(option) can't be read (\(fault.reason)).", .unsuitableFile)
            }
        }
    }
}
