import Composition
import Networking

/// Prints the tour: the title of each step, the modules it uses, its results and its duration.
struct TourNarrator {
    /// The columns before each line of a step.
    static var indentation: Int { 3 }

    let terminal: Terminal
    private let clock = ContinuousClock()
    private var steps = 0
    private var total = Duration.zero

    init(terminal: Terminal) {
        self.terminal = terminal
    }

    func welcome(_ address: String) {
        terminal.print(terminal.bold("\(AppName.title): a tour of the app"))
        terminal.print(terminal.dim("The backend runs at \(address), with its data in a temporary folder."))
    }

    mutating func step(_ title: String, through modules: [String], _ body: () async throws -> [String]) async throws {
        steps += 1
        terminal.print()
        terminal.print("\(terminal.bold("\(steps). \(title)"))")
        let margin = String(repeating: " ", count: Self.indentation)
        terminal.print(margin + terminal.dim(modules.joined(separator: " → ")))
        var lines: [String] = []
        let time = try await clock.measure { lines = try await body() }
        total += time
        for line in lines { terminal.print(margin + line) }
        terminal.print("\(margin)\(terminal.green("✓")) \(terminal.dim(Self.milliseconds(time)))")
    }

    func summary() {
        terminal.print()
        terminal.print("Next: read README.md and Docs/explanation/life-of-a-request.md.")
        terminal.print(terminal.bold("all \(steps) steps passed in \(Self.milliseconds(total))"))
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(Int((duration / .milliseconds(1)).rounded()).grouped) ms"
    }
}
