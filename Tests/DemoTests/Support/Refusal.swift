import ArgumentParser
import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import Networking
import Testing

@testable import CommandLine
@testable import strata

/// Command lines that are refused before anything is sent, run in the test's process.
enum Refusal {
    /// Why a command refuses its arguments or its settings; `nil` if it does not. The session is ephemeral and has no
    /// login. If the command sends a request, the test fails.
    static func of(_ words: [String]) async throws -> Failure? {
        let parsed: any ParsableCommand
        do {
            parsed = try Strata.parsed(words)
        } catch let error where Strata.fullMessage(for: error).hasPrefix("Error: ") {
            // As the program reports it.
            let message = Strata.fullMessage(for: error).dropFirst("Error: ".count)
            return Failure(Strata.explained(message, [AppName.command] + words), .usage)
        }
        let command = try #require(parsed as? any ConfiguredCommand)
        let reader = SettingsReader(
            options: command.options, addresses: command.addresses,
            environment: ["STRATA_SESSION": "ephemeral", "XDG_CONFIG_HOME": "/nowhere"])
        let settings: RunSettings
        do {
            settings = try reader.read().requiring(type(of: command).sessionKind)
        } catch {
            return Failure(error)
        }
        let server = MockTransport()
        defer { #expect(server.calls.isEmpty, "a request was sent") }
        return try await ComposedApp.run(
            settings.app, assembly: { $0.overriding { Singleton(.transport) { server as any Transport } } }
        ) { app in
            do {
                try await command.run(app, with: settings, Terminal(environment: [:]))
                return nil
            } catch {
                return settings.failure(error)
            }
        }
    }

    /// Checks that a command refuses its arguments with this exit code and a message that contains `words`.
    static func check(
        _ arguments: [String], _ words: String, _ status: Failure.Status = .usage,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let failure = try await of(arguments)
        #expect(failure?.status == status, "\(arguments)", sourceLocation: location)
        #expect(
            failure?.message.contains(words) == true, "\(failure?.message ?? "accepted")", sourceLocation: location)
    }
}
