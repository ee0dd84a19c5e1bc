import Composition
import DependencyInjection
import Foundation
import Networking
import Primitives
import Subprocess
import TestSupport
import Testing

@testable import Demo

@Suite("A command that ends during a token refresh", .timeLimit(.minutes(20)))
struct EndOfCommandTests {
    private static let note = "Waiting for a token refresh to finish"

    /// The server has invalidated the refresh token and delays its response when the command is about to end.
    private func endDuringRefresh(
        _ options: [String], signal: Signal? = nil, code: Int
    ) async throws {
        try await TokenServer.with { server in
            try await Workplace.withoutBackend { place in
                let settings = try server.settings(in: place)
                let outcome = try await place.running(
                    ["api", "/thing", "--profile", "p", "--settings", settings] + options
                ) { command in
                    await server.gate.waitForArrivals(1)
                    if let signal { try command.send(signal) }
                    let isWaiting = try await command.waitForLine(Self.note)
                    #expect(isWaiting, "the command ended at once, and lost the response")
                    server.gate.open()
                }
                #expect(outcome.code == code, "\(outcome.errors)")
                let next = try await place.strata("api", "/thing", "--profile", "p", "--settings", settings)
                #expect(next.code == 0, "\(next.errors)")
                #expect(server.refreshes == 1)
            }
        }
    }

    @Test(
        "a short limit for calls does not lose the login",
        arguments: [["--deadline", "1", "--timeout", "100"], ["--timeout", "1", "--deadline", "2"]])
    func limit(options: [String]) async throws {
        try await endDuringRefresh(options, code: 124)
    }

    @Test("a signal does not lose the login", arguments: [Signal.interrupt, .terminate, .terminalClosed])
    func signal(signal: Signal) async throws {
        // A refresh may take 30 seconds or as long as an attempt. A busy machine may be slower than 30 seconds.
        try await endDuringRefresh(["--timeout", "100"], signal: signal, code: 130)
    }

    @Test("a short limit does not lose the session of `strata login`")
    func login() async throws {
        try await TokenServer.with { server in
            try await Workplace.withoutBackend { place in
                try await login(at: server, place)
                let outcome = try await place.running(
                    ["api", "/thing", "--auth", "bearer", "--deadline", "1", "--timeout", "100"], baseURL: server.url
                ) { command in
                    await server.gate.waitForArrivals(1)
                    let isWaiting = try await command.waitForLine(Self.note)
                    #expect(isWaiting, "the command ended at once, and lost the response")
                    server.gate.open()
                }
                #expect(outcome.code == 124, "\(outcome.errors)")
                let next = try await place.strata(
                    "api", "/thing", "--auth", "bearer", environment: ["STRATA_BASE_URL": server.url])
                #expect(next.code == 0, "\(next.errors)")
                #expect(server.refreshes == 1)
            }
        }
    }

    @Test("a second Ctrl-C ends the command at once")
    func secondInterrupt() async throws {
        try await TokenServer.with { server in
            try await Workplace.withoutBackend { place in
                let settings = try server.settings(in: place)
                let outcome = try await place.running(
                    ["api", "/thing", "--profile", "p", "--settings", settings]
                ) { command in
                    await server.gate.waitForArrivals(1)
                    try command.send(.interrupt)
                    #expect(try await command.waitForLine(Self.note))
                    try command.send(.interrupt)
                }
                #expect(outcome.code == 130)
                #expect(!outcome.errors.contains("Interrupted."), "it ended by itself")
            }
        }
    }

    @Test("a killed process releases the refresh lock, and the next process refreshes")
    func kill() async throws {
        try await TokenServer.with(rotating: false) { server in
            try await Workplace.withoutBackend { place in
                let settings = try server.settings(in: place)
                let arguments = ["api", "/thing", "--profile", "p", "--settings", settings]
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
    }

    @Test("a command that waits for another process's refresh of the login ends at its deadline")
    func lockedLogin() async throws {
        try await TokenServer.with { server in
            try await Workplace.withoutBackend { place in
                try await login(at: server, place)
                let lock = FileRefreshLock(file: place.dataFolder.appending(path: "refresh.lock"))
                try await endBehindLock(lock, ["api", "/thing", "--auth", "bearer"], server, place)
            }
        }
    }

    /// The command waits for the lock until its deadline and sends nothing. It succeeds once the lock is free.
    private func endBehindLock(
        _ lock: FileRefreshLock, _ arguments: [String], _ server: TokenServer, _ place: Workplace
    ) async throws {
        server.gate.open()
        let environment = ["STRATA_BASE_URL": server.url]
        let isLocked = try await lock.tryLock()
        #expect(isLocked)
        let outcome = try await place.strata(arguments + ["--deadline", "1"], environment: environment)
        #expect(outcome.code == 124, "\(outcome.errors)")
        #expect(server.refreshes == 0)
        lock.unlock()
        let next = try await place.strata(arguments, environment: environment)
        #expect(next.code == 0, "\(next.errors)")
    }

    /// Stores a login with an access token that has expired, because the protocol of a login is each app's own.
    private func login(at server: TokenServer, _ place: Workplace) async throws {
        let settings = AppSettings(baseURL: try #require(URL(string: server.url)), dataDirectory: place.dataFolder)
        try await ComposedApp.run(settings) { app in
            try await app.container.resolve(.authSessionStore).begin(
                at: server.url,
                with: BearerCredential(
                    token: Secret("access-0"), refreshToken: Secret("refresh-0"), expiresAt: .distantPast))
        }
    }
}
