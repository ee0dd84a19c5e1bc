import ArgumentParser
import Foundation

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Take a tour of the app against a backend of its own.",
        discussion: "Starts the sample backend on a free port with a temporary folder, and removes both afterwards.")

    func run() async throws {
        try await Command.run { terminal in
            try await TemporaryFolder.with { folder in
                let backend = try BackendProcess(arguments: [
                    "--faults", "--quick-passwords", "--data-dir", folder.appending(path: "backend").path,
                ])
                try await backend.run { url in
                    let settings = AppSettings(
                        baseURL: url, timeout: .seconds(10), dataDirectory: folder.appending(path: "app"))
                    let monitor = TourMonitor()
                    try await App.run(settings, monitor: monitor, note: terminal.note) { app in
                        try await Tour(app: app, monitor: monitor, terminal: terminal).run()
                    }
                }
            }
        }
    }
}
