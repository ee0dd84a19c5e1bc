package import Foundation
package import Models
package import Services

extension Snapshot {
    /// The age of a stored value, the reason for showing it, whether it has gaps, and the number of pending changes;
    /// `nil` for the server's value without any changes.
    ///
    /// - Parameter name: the value as the subject of a sentence.
    package func note(_ name: String, at now: Date) -> String? {
        var sentences: [String] = []
        if let refreshError {
            let cause =
                switch refreshError.kind {
                case .timedOut: "the server did not respond in time"
                case .server: "the server keeps failing"
                default: "the server could not be reached"
                }
            sentences.append("\(name) was stored \(Age(seconds: now.timeIntervalSince(fetchedAt))); \(cause).")
        }
        if !isComplete { sentences.append("It may lack items, because not all of the list is stored.") }
        if !pending.isEmpty {
            let changes = pending.count == 1 ? "1 change is" : "\(pending.count) changes are"
            sentences.append("\(changes) not sent yet (`strata outbox list`).")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}

extension Terminal {
    /// Shows a page of a list as JSON, or as a table with the columns of these labels.
    ///
    /// - Parameter items: the plural of the items' name.
    package func show<Item>(
        _ page: Page<Item>, of items: String, columns: [String]? = nil, json: Bool, source: [Output.Field] = [],
        _ output: (Item) -> Output
    ) throws {
        let outputs = page.items.map(output)
        let result = Output(
            [
                .json("items", outputs), .json("page", page.number), .json("pages", page.pageCount),
                .json("total", page.total),
            ] + source)
        try show(result, json: json) {
            show(Table(outputs, columns: columns), page.position(of: items))
        }
    }

    /// Shows a snapshot like a page of a list, with its source and the ids of pending items in the JSON, and a note on
    /// standard error.
    package func show<Item>(
        _ snapshot: PageSnapshot<Item>, of items: String, columns: [String]? = nil, json: Bool, at now: Date,
        _ output: (Item) -> Output
    ) throws {
        var source: [Output.Field] = [.json("source", snapshot.source.rawValue)]
        if snapshot.source == .stored { source.append(.json("stored_at", Timestamp(snapshot.fetchedAt))) }
        if !snapshot.isComplete { source.append(.json("complete", false)) }
        if !snapshot.pending.isEmpty { source.append(.json("pending", snapshot.pending.map(\.itemID))) }
        try show(snapshot.value, of: items, columns: columns, json: json, source: source, output)
        if let note = snapshot.note("This list", at: now) { message(note) }
    }
}

extension Terminal {
    /// Shows each value of an observation until it ends: on a terminal in place of the value before, as JSON on a line
    /// of its own. A failure ends the observation, unless a value has been shown or the first one is still being
    /// fetched: then the failure is shown as a message.
    package func watch<Value>(
        _ snapshots: Snapshots<Value>, json: Bool,
        _ show: @escaping @Sendable (Terminal, Snapshot<Value>) throws -> Void
    ) async throws {
        var terminal = self
        terminal.isWatching = true
        try await untilUnread { [terminal] in
            var hasShown = false
            for await snapshot in snapshots {
                switch snapshot {
                case .success(let snapshot):
                    hasShown = true
                    if isInteractive, !json { write("\u{1B}[H\u{1B}[2J") }
                    try show(terminal, snapshot)
                case .failure(.failed(let failure)) where hasShown || failure.kind == .neverFetched:
                    message(failure.userMessage)
                case .failure(let error): throw error
                }
                guard !isUnread else { return }
            }
        }
    }
}

extension Page {
    /// The line below its table, such as `page 2 of 3, 47 time entries`.
    ///
    /// - Parameter items: the plural of the items' name, which need not have a regular singular.
    func position(of items: String) -> String {
        "page \(number) of \(pageCount), \(total == 1 ? "1 item" : "\(total) \(items)")"
    }
}

/// How long ago something happened, in the largest whole unit, such as `3 minutes ago`.
package struct Age: CustomStringConvertible {
    /// Negative if the wall clock was set back in the meantime.
    let seconds: TimeInterval

    package init(seconds: TimeInterval) {
        self.seconds = seconds
    }

    package var description: String {
        let units: [(TimeInterval, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        guard let (length, name) = units.first(where: { seconds >= $0.0 }) else {
            return seconds >= 0 ? "less than a minute ago" : "in the future by this machine's clock"
        }
        let count = Int(min(seconds / length, 1e9))
        return "\(count) \(name)\(count == 1 ? "" : "s") ago"
    }
}
