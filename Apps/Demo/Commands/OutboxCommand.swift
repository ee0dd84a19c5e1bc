import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Primitives
import Services

struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Show and send the changes that the server does not have yet.",
        examples: "strata outbox list", "strata outbox run",
        subcommands: [
            OutboxListCommand.self, OutboxShowCommand.self, OutboxRunCommand.self, OutboxRetryCommand.self,
            OutboxDiscardCommand.self,
        ])
}

struct OutboxListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your changes that are not sent yet, in the order in which you made them.",
        examples: "strata outbox list", "strata outbox list --json")

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let changes = try await app.outboxes { outboxes in
            var changes: [PendingChange] = []
            for outbox in outboxes { changes += try await outbox.changes() }
            return changes
        }
        try terminal.show(Output([.json("items", changes.map { $0.output(at: app.time.now) })]), json: options.json) {
            if changes.isEmpty { return terminal.print("Nothing waits to be sent.") }
            terminal.show(
                Table(changes.map { $0.output(at: app.time.now) }, columns: ["id", "change", "made", "state"]),
                changes.count == 1 ? "1 change" : "\(changes.count) changes")
        }
    }
}

struct OutboxShowCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one change with the reason why it waits.",
        examples: "strata outbox show 018f3a5c")

    @OptionGroup var change: ChangeArgument
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let found = try await app.outboxes { try await change.find(in: $0).change }
        try terminal.show(found.output(at: app.time.now), json: options.json)
    }
}

struct OutboxRunCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Send every change now, in order, and stop if the server can't be reached.",
        examples: "strata outbox run",
        notes: """
            Changes that the server has refused wait for `retry` or `discard`. Commands that use your login also send \
            what is due, after their own output.
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let reports = try await app.outboxes { outboxes in
            var reports: [OutboxReport] = []
            for outbox in outboxes { reports.append(try await outbox.send(now: true)) }
            return reports
        }
        let (sent, left) = (reports.reduce(0) { $0 + $1.sent }, reports.flatMap(\.left))
        try terminal.show(
            Output([.json("sent", sent), .json("left", left.map { $0.output(at: app.time.now) })]), json: options.json
        ) {
            terminal.print("Sent \(sent), \(left.count) left.")
        }
        if let reason = reports.lazy.compactMap(\.reason).first {
            throw Failure(reason.userMessage, Failure.Status(reason.kind))
        }
        if !left.isEmpty { terminal.message("`strata outbox list` shows why the rest waits.") }
    }
}

struct OutboxRetryCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Send a refused or waiting change again.",
        examples: "strata outbox retry 018f3a5c")

    @OptionGroup var change: ChangeArgument
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let left = try await app.outboxes { outboxes in
            let (change, outbox) = try await change.find(in: outboxes)
            try await outbox.retry(id: change.id)
            return try await outbox.send(now: false).left.first { $0.id == change.id }
        }
        try terminal.show(
            Output([.json("sent", left == nil), .json("change", left?.output(at: app.time.now))]), json: options.json
        ) {
            terminal.print(left.map { "Still waiting: \($0.stateText)." } ?? "Sent.")
        }
    }
}

struct OutboxDiscardCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Delete a change that is not sent yet.",
        examples: "strata outbox discard 018f3a5c")

    @OptionGroup var change: ChangeArgument
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        try await app.outboxes { outboxes in
            let (change, outbox) = try await change.find(in: outboxes)
            let warning = change.mayHaveBeenSent ? " The server may have it already." : ""
            try await confirmation.require("Discard: \(change.summary)?\(warning)", on: terminal)
            try await outbox.discard(id: change.id)
            try terminal.show(
                Output([
                    .json("discarded", change.id), .json("may_have_been_sent", change.mayHaveBeenSent),
                ]), json: options.json
            ) {
                terminal.print("Discarded: \(change.summary).\(warning)")
            }
        }
    }
}

/// The argument that names a change.
struct ChangeArgument: ParsableArguments, Sendable {
    @Argument(help: "The id of the change, or its beginning.")
    var id: String

    func find(
        in outboxes: [any OutboxService]
    ) async throws -> (change: PendingChange, outbox: any OutboxService) {
        var found: [(PendingChange, any OutboxService)] = []
        for outbox in outboxes {
            found += try await outbox.changes().filter { $0.id.hasPrefix(id) }.map { ($0, outbox) }
        }
        guard let first = found.first else { throw Failure("There is no change \(id) in the outbox.", .notFound) }
        guard found.count == 1 else { throw Failure("Several ids begin with \(id). Type more characters.", .usage) }
        return first
    }
}

extension ComposedApp {
    /// Runs `body` with the outboxes that this machine may send now: that of the account that is logged in, and that of
    /// guests. Throws `AuthServiceError.loggedOut` if no account is logged in and guests have changed nothing.
    fileprivate func outboxes<Value: Sendable>(
        _ body: ([any OutboxService]) async throws -> Value
    ) async throws -> Value {
        let guests = guestOutbox
        if let account = try await auth.restore() {
            return try await loggedIn(as: account) { services, _ in try await body([services.outbox, guests]) }
        }
        guard try await !guests.changes().isEmpty else { throw AuthServiceError.loggedOut }
        return try await body([guests])
    }
}

/// What a command that changes something does if the server can't be reached.
struct WaitOption: ParsableArguments, Sendable {
    @Flag(help: "If the server can't be reached, wait until the change is sent.")
    var wait = false

    /// Says that a change is stored, or waits for its end. Throws if the server refuses it, or if it would be
    /// lost because the app stores nothing.
    func finish<Value>(
        _ submission: Submission<Value>, in outbox: any OutboxService, of app: ComposedApp, on terminal: Terminal
    ) async throws {
        guard let pending = submission.pending else { return }
        let (reason, isLost) = (submission.reason, app.storesNothing && !wait)
        if let reason, isLost || wait && reason.kind == .unauthorized {
            throw Failure(reason.userMessage, Failure.Status(reason.kind))
        }
        if isLost {
            throw Failure(
                "The server has not responded, and the change could not be stored for later. Try again.", .timeout)
        }
        guard wait else {
            if let reason { terminal.message(reason.userMessage) }
            if let obstacle = try await outbox.changes().obstacle(to: pending) { return terminal.message(obstacle) }
            return terminal.message("Stored; it will be sent. To send it now: `strata outbox run`.")
        }
        terminal.note("Stored. Waiting for the server. Press Ctrl-C to leave it in the outbox.")
        try await withThrowingTaskGroup { group in
            group.addTask { await outbox.run() }
            defer { group.cancelAll() }
            for await changes in outbox.observe() {
                let changes = try changes.get()
                guard changes.contains(where: { $0.id == pending.id }) else { return }
                if let obstacle = changes.obstacle(to: pending) { throw Failure(obstacle, .invalidData) }
            }
            throw CancellationError()
        }
    }
}

extension [PendingChange] {
    /// Why a change is not sent by itself: it was refused, or an earlier change of the same item was; `nil` if neither
    /// was.
    fileprivate func obstacle(to change: PendingChange) -> String? {
        for other in self where other.itemID == change.itemID {
            if case .parked(let reason) = other.state {
                let id = other.id.prefix(8)
                return other.id == change.id
                    ? reason : "Stored, but it waits behind a parked change. To see that: `strata outbox show \(id)`."
            }
            if other.id == change.id { break }
        }
        return nil
    }
}

extension PendingChange {
    var stateText: String {
        switch state {
        case .waiting:
            "waiting" + (attempts == 0 ? "" : ", tried \(attempts == 1 ? "once" : "\(attempts) times")")
                + (mayHaveBeenSent ? ", may have been sent" : "")
        case .parked(let reason): "parked: \(reason)"
        }
    }

    /// - Parameter now: the wall clock's time, from which the change's age counts.
    func output(at now: Date) -> Output {
        let isParked = if case .parked = state { true } else { false }
        return Output([
            .field("id", id, texts: [String(id.prefix(8))]), .field("change", summary), .field("item", itemID),
            .field("state", isParked ? "parked" : "waiting", texts: [stateText]),
            .field(
                "made", Timestamp(createdAt), key: "created_at",
                texts: ["\(Age(seconds: now.timeIntervalSince(createdAt)))"]),
            .json("may_have_been_sent", mayHaveBeenSent), .json("attempts", attempts),
            .json("next_attempt_at", nextAttempt.map { Timestamp($0) }),
        ])
    }
}
