import ArgumentParser
import Composition
import Foundation

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Take a guided tour against a temporary backend.",
        examples: "strata demo", "strata demo --step", "strata demo --only retry --only download",
        notes: """
            Starts the sample backend on a free port, with its data in a temporary folder, and removes both afterwards.
            """)

    @Flag(help: "Wait for Return between two steps.")
    var step = false

    @Option(help: ArgumentHelp("Run only the login and the steps whose title contains this text.", valueName: "text"))
    var only: [String] = []

    func run() async throws {
        try await Command.run { terminal in
            try await TemporaryFolder.with { folder in
                let backend = try BackendProcess(arguments: [
                    "--faults", "--data-dir", folder.appending(path: "backend").path,
                ])
                try await backend.run { url in
                    var settings = AppSettings(baseURL: url, dataDirectory: folder.appending(path: "app"))
                    settings.timeout = .seconds(10)
                    settings.userAgent = Strata.userAgent
                    let monitor = TourMonitor()
                    try await terminal.run(RunSettings(app: settings), monitor: monitor) { app in
                        try await Tour(app: app, monitor: monitor, terminal: terminal).run(
                            TourNarrator(terminal: terminal, monitor: monitor, only: only, pauses: step))
                    }
                }
            }
        }
    }
}
