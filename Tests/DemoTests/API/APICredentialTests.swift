import Foundation
import RawSocketServer
import TestSupport
import Testing

@testable import Demo

@Suite("The credential of strata api")
struct APICredentialTests {
    /// The Authorization and X-Api-Key fields of the request that `arguments` send.
    private func signature(
        _ arguments: [String] = [], environment: [String: String] = [:], settings: String? = nil
    ) async throws -> [String] {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                _ = try await connection.receiveRequest()
                try await connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
                await connection.waitForEnd()
            }
            try await TemporaryFolder.with { folder in
                try Data("analytical-engine\nsecond line\n".utf8).write(to: folder.appending(path: "secret"))
                let file = folder.appending(path: "settings.json")
                let text = settings?.replacing("FOLDER", with: folder.path) ?? "{}"
                try Data(text.utf8).write(to: file)
                let typed = arguments.map { $0.replacing("FOLDER", with: folder.path) }
                let outcome = try await Workplace.strata(
                    [
                        "api", "/thing", "--base-url", "http://\(server.authority)", "--settings", file.path,
                        "--data-dir",
                        folder.path,
                    ] + typed, environment: environment)
                #expect(outcome.code == 0, "\(outcome.errors)")
            }
            let fields = server.requests.first?.fields ?? []
            return fields.filter { ["authorization", "x-api-key"].contains($0.name.lowercased()) }.map(\.value)
        }
    }

    private static let basic = "Basic " + Data("ada:analytical-engine".utf8).base64EncodedString()

    @Test("the settings file configures each type of credential")
    func file() async throws {
        let basic = #"{"auth_type": "basic", "auth_user": "ada", "password_file": "FOLDER/secret"}"#
        #expect(try await signature(settings: basic) == [Self.basic])
        let key = #"{"auth_type": "api_key", "api_key_file": "FOLDER/secret"}"#
        #expect(try await signature(settings: key) == ["analytical-engine"])
        #expect(try await signature(settings: #"{"auth_type": "none"}"#) == [])
    }

    @Test("an option replaces the environment's credential, and the environment replaces the file's")
    func precedence() async throws {
        let file = #"{"auth_type": "basic", "auth_user": "ada", "password_file": "FOLDER/secret"}"#
        let environment = ["STRATA_AUTH_TYPE": "api_key", "STRATA_API_KEY": "from-environment"]
        #expect(try await signature(environment: environment, settings: file) == ["from-environment"])
        #expect(try await signature(["--auth", "none"], environment: environment, settings: file) == [])
        let typed = ["--auth", "api-key", "--api-key-file", "FOLDER/secret"]
        #expect(try await signature(typed, environment: environment, settings: file) == ["analytical-engine"])
    }

    @Test("a configured credential is not sent to another server")
    func otherServer() async throws {
        let file = #"{"auth_type": "basic", "auth_user": "ada", "password_file": "FOLDER/secret"}"#
        try await RawSocketServer.withServer { other in
            other.serve { connection in
                _ = try await connection.receiveRequest()
                try await connection.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
                await connection.waitForEnd()
            }
            try await TemporaryFolder.with { folder in
                let settings = folder.appending(path: "settings.json")
                try Data(file.utf8).write(to: settings)
                let outcome = try await Workplace.strata(
                    ["api", "http://\(other.authority)/thing", "--settings", settings.path, "--data-dir", folder.path])
                #expect(outcome.code == 0, "\(outcome.errors)")
            }
            let names = other.requests.flatMap(\.fields).map { $0.name.lowercased() }
            #expect(!names.isEmpty && !names.contains("authorization"))
        }
    }
}
