import ArgumentParser
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The time entries of `strata` in one file: no layers, no container, no package but the argument parser. It has only
// what the commands below need. Docs/explanation/two-sizes.md compares it with the workspace.

@main
struct OneFileApp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "one-file", abstract: "Log in, and list and change your time entries.",
        subcommands: [Login.self, List.self, Show.self, Add.self, Delete.self])
}

// MARK: Commands

extension OneFileApp {
    struct Login: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Log in with a password from standard input.")
        @Argument(help: "The email address of your account.") var email: String
        @OptionGroup var api: API

        func run() async throws {
            guard let password = readLine() else { throw Failure("Pass the password on standard input.") }
            let tokens = try await api.send(
                "POST", "auth/login", ["email": email, "password": password], signed: false, as: Tokens.self)
            try api.save(tokens)
            print("Logged in as \(email).")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your time entries.")
        @OptionGroup var api: API

        func run() async throws {
            let page = try await api.send("GET", "time-entries", as: Page.self)
            for entry in page.items { print(entry.line) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one time entry.")
        @Argument(help: "The time entry's id.") var id: String
        @OptionGroup var api: API

        func run() async throws {
            print(try await api.send("GET", "time-entries/\(try API.segment(id))", as: TimeEntry.self).line)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a time entry.")
        @Option(help: "What you worked on.") var task: String
        @Option(help: "The hours.") var hours: Double
        @Option(help: "The number of breaks.") var breaks: Int
        @Flag(help: "The customer pays for it.") var billable = false
        @Option(help: "When you started, such as 2026-03-01T09:00:00Z.") var startedAt: String
        @Option(help: "A remark.") var note: String?
        @OptionGroup var api: API

        func run() async throws {
            let new = NewTimeEntry(
                task: task, hours: hours, breaks: breaks, billable: billable, startedAt: startedAt, note: note)
            print(try await api.send("POST", "time-entries", new, as: TimeEntry.self).line)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a time entry.")
        @Argument(help: "The time entry's id.") var id: String
        @OptionGroup var api: API

        func run() async throws {
            try await api.send("DELETE", "time-entries/\(try API.segment(id))")
            print("Deleted \(id).")
        }
    }
}

// MARK: Values

struct TimeEntry: Decodable {
    let id, task, startedAt: String
    let hours: Double
    let breaks: Int
    let billable: Bool
    let note: String?

    var line: String {
        [id, task, "\(hours)", "\(breaks)", "\(billable)", startedAt, note ?? ""].joined(separator: "\t")
    }
}

struct NewTimeEntry: Encodable {
    let task: String
    let hours: Double
    let breaks: Int
    let billable: Bool
    let startedAt: String
    let note: String?
}

struct Page: Decodable {
    let items: [TimeEntry]
}

struct Tokens: Codable {
    let accessToken: String
}

struct Problem: Decodable {
    let detail: String?
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

// MARK: The API

struct API: ParsableArguments {
    @Option(help: "The server's address.") var baseURL = "http://127.0.0.1:8080"
    @Option(help: "The file of the access token.") var tokenFile = ".one-file-token"

    func send<Value: Decodable>(
        _ method: String, _ path: String, _ body: (any Encodable)? = nil, signed: Bool = true, as type: Value.Type
    ) async throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: try await send(method, path, body, signed: signed))
    }

    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: (any Encodable)? = nil, signed: Bool = true
    ) async throws -> Data {
        guard let url = URL(string: "\(baseURL)/v2/\(path)") else { throw Failure("\(baseURL) is not a URL.") }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        if let body {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            request.httpBody = try encoder.encode(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if signed { request.setValue("Bearer \(try storedToken())", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            throw Failure(problem?.detail ?? "The server did not accept the request.")
        }
        return data
    }

    func save(_ tokens: Tokens) throws {
        let created = FileManager.default.createFile(
            atPath: tokenFile, contents: try JSONEncoder().encode(tokens), attributes: [.posixPermissions: 0o600])
        guard created else { throw Failure("Could not write \(tokenFile). Pass a writable file with --token-file.") }
    }

    private func storedToken() throws -> String {
        guard let data = FileManager.default.contents(atPath: tokenFile) else { throw Failure("Log in first.") }
        return try JSONDecoder().decode(Tokens.self, from: data).accessToken
    }

    /// An id as one segment of a path, even if it is `../users`.
    static func segment(_ id: String) throws -> String {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_"))
        guard let text = id.addingPercentEncoding(withAllowedCharacters: allowed), !text.isEmpty else {
            throw Failure("\"\(id)\" is not an id.")
        }
        return text
    }
}
