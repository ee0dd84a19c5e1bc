import CommandLine
import Composition
import Networking
import Primitives

/// Prints the tour: the title of each step, the modules that handled it, its results and its duration.
struct TourNarrator {
    static var indentation: Int { 3 }

    let terminal: Terminal
    let monitor: TourMonitor
    /// The transport of the app, which reports no events of its own.
    var transport: (any Transport)?
    /// Parts of the titles of the steps to run; empty for all steps.
    let chosen: [String]
    /// Whether to wait for the user after each step.
    private var pauses: Bool
    private let clock = ContinuousClock()
    private var titles: [String] = []
    private var passed = 0
    private var total = Duration.zero

    init(terminal: Terminal, monitor: TourMonitor, only chosen: [String], pauses: Bool) {
        self.terminal = terminal
        self.monitor = monitor
        self.chosen = chosen
        self.pauses = pauses
    }

    func welcome(_ address: String) {
        prose("\(AppName.title): a tour of the app", indentation: 0, style: terminal.bold)
        prose(
            "The backend runs at \(address), with its data in a temporary folder.", indentation: 0, style: terminal.dim)
    }

    /// Runs a step, unless the user has chosen others. Its number is the same in every tour.
    ///
    /// - Parameters:
    ///   - values: what the step uses, as values or types. Their modules are shown before those that reported events.
    ///   - isNeeded: whether the step also runs for those that follow.
    mutating func step(
        _ title: String, with values: [Any] = [], isNeeded: Bool = false, _ body: () async throws -> [String]
    ) async throws {
        titles.append(title)
        guard isNeeded || chosen.isEmpty || chosen.contains(where: { Self.matches($0, title) }) else { return }
        if passed > 0, pauses { try await pause() }
        terminal.print()
        prose("\(titles.count). \(title)", indentation: 0, style: terminal.bold)
        _ = monitor.takeModules()
        var lines: [String] = []
        let time = try await clock.measure { lines = try await body() }
        passed += 1
        total += time
        let reported = monitor.takeModules()
        let senders = reported.isEmpty ? [] : transport.map { [TourMonitor.module(of: $0)] } ?? []
        let modules = (["Lab"] + values.map(TourMonitor.module) + reported + senders).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        prose(modules.joined(separator: " → "), style: terminal.dim)
        for line in lines { prose(line) }
        prose("\(terminal.green("✓")) \(terminal.dim(Self.milliseconds(time)))")
    }

    /// Ends the tour. Throws if a choice matches no step.
    func summary() throws {
        if let unknown = chosen.first(where: { text in !titles.contains { Self.matches(text, $0) } }) {
            throw Failure(
                "No step's title contains \"\(unknown)\". The titles: \(titles.joined(separator: "; ")).", .usage)
        }
        terminal.print()
        prose("Next: read README.md and Docs/explanation/life-of-a-request.md.", indentation: 0)
        let count = passed == titles.count ? "all \(passed)" : "\(passed) of \(titles.count)"
        prose("\(count) steps passed in \(Self.milliseconds(total))", indentation: 0, style: terminal.bold)
    }

    private static func matches(_ text: String, _ title: String) -> Bool {
        title.lowercased().contains(text.lowercased())
    }

    private mutating func pause() async throws {
        terminal.prompt("\nPress Return to continue. ")
        // Without further input, the tour goes on.
        if try await BlockingWork.run({ readLine() }) == nil {
            terminal.note("")
            pauses = false
        }
    }

    /// Prints text in lines that fit the terminal. A line with styles is part of a table, which fits already.
    private func prose(
        _ text: String, indentation: Int = Self.indentation, style: (String) -> String = { $0 }
    ) {
        let width = max((terminal.columns ?? .max) - Self.indentation, 1)
        let fits = text.contains("\u{1B}") || text.columns <= width
        for (number, line) in (fits ? [text] : text.wrapped(to: width)).enumerated() {
            let margin = number == 0 ? indentation : Self.indentation
            terminal.print(String(repeating: " ", count: margin) + style(line))
        }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(Int((duration / .milliseconds(1)).rounded()).grouped) ms"
    }
}
