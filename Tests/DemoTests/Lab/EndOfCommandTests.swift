import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import Networking
import Primitives
import RemoteServices
import Subprocess
import TestSupport
import Testing

@testable import CommandLine

@Suite("A command that ends during a token refresh", .timeLimit(.minutes(20)))
struct EndOfCommandTests {
    private static let note = "Waiting for a token refresh to finish"
    /// A refresh may take 30 seconds or as long as an attempt. A busy machine may be slower than 30 seconds.
    private static let patience = ["--timeout", "100"]
    private static let byLogin = ["api", "/thing", "--auth", "bearer"]

    private static func byProfile(_ place: Workplace) throws -> [String] {
        ["api", "/thing", "--profile", "p", "--settings", try place.settings(at: place.backend.absoluteString)]
    }

    /// The server has invalidated the refresh token and delays its response when the command is about to end.
    @Test(
        "neither a short limit for calls nor a signal loses the session of a profile or of a login",
        arguments: [
            // Long enough for a busy machine to send the request for a refresh.
            (false, ["--deadline", "4"] + patience, nil, 124), (true, ["--deadline", "4"] + patience, nil, 124),
            (false, patience, Signal.interrupt, 130),
            (false, patience, .terminate, 130), (false, patience, .terminalClosed, 130),
        ] as [(Bool, [String], Signal?, Int)])
    func end(isLogin: Bool, options: [String], signal: Signal?, code: Int) async throws {
        try await TokenServer.with { server, place in
            if isLogin { try await Self.login(in: place) }
            let command = try isLogin ? Self.byLogin : Self.byProfile(place)
            let outcome = try await place.running(command + options) { command in
                await server.gate.waitForArrivals(1)
                if let signal { try command.send(signal) }
                let isWaiting = try await command.waitForLine(Self.note)
                #expect(isWaiting, "the command ended at once, and lost the response")
                server.gate.open()
            }
            #expect(outcome.code == code, "\(outcome.errors)")
            try await place.strata(command, code: 0)
            #expect(server.refreshes == 1)
        }
    }

    @Test("a second Ctrl-C ends the command at once")
    func secondInterrupt() async throws {
        try await TokenServer.with { server, place in
            let outcome = try await place.running(Self.byProfile(place) + Self.patience) { command in
                await server.gate.waitForArrivals(1)
                try command.send(.interrupt)
                #expect(try await command.waitForLine(Self.note))
                try command.send(.interrupt)
            }
            #expect(outcome.code == 130)
            #expect(!outcome.errors.contains("Interrupted."), "it ended by itself")
        }
    }

    @Test("a killed process releases the refresh lock, and the next process refreshes")
    func kill() async throws {
        try await TokenServer.with(rotating: false) { server, place in
            let arguments = try Self.byProfile(place) + Self.patience
            let killed = try await place.running(arguments) { first in
                await server.gate.waitForArrivals(1)
                let second = try await place.running(arguments + ["--verbose"]) { second in
                    #expect(try await second.waitForLine("waiting for another process"))
                    #expect(server.refreshes == 1)
                    try first.send(.kill)
                    await server.gate.waitForArrivals(2)
                    server.gate.open()
                }
                #expect(second.code == 0, "\(second.errors)")
            }
            #expect(killed.code == nil)
        }
    }

    @Test("a command that waits for another process's refresh of the login sends nothing and ends at its deadline")
    func lockedLogin() async throws {
        try await TokenServer.with { server, place in
            try await Self.login(in: place)
            server.gate.open()
            let lock = FileRefreshLock(file: place.dataFolder.appending(path: "refresh.lock"))
            let isLocked = try await lock.tryLock()
            #expect(isLocked)
            try await place.strata(Self.byLogin + ["--deadline", "1"], code: 124)
            #expect(server.refreshes == 0)
            lock.unlock()
            try await place.strata(Self.byLogin, code: 0)
        }
    }

    /// Stores a login with an access token that has expired, because the protocol of a login is each app's own.
    private static func login(in place: Workplace) async throws {
        let settings = AppSettings(baseURL: place.backend, dataDirectory: place.dataFolder)
        try await ComposedApp.run(settings) { app in
            try await app.value(.stores).authSessions.begin(
                at: place.backend.absoluteString,
                with: BearerCredential(
                    token: Secret("access-0"), refreshToken: Secret("refresh-0"), expiresAt: .distantPast))
        }
    }
}
