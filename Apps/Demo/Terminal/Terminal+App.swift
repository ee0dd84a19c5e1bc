import Composition
import Networking

extension Terminal {
    /// Composes the app for this run, runs `body` with it and shuts it down. A note explains a slow shutdown.
    func run(
        _ settings: RunSettings, monitor: any EventMonitor, _ body: (ComposedApp) async throws -> Void
    ) async throws {
        try await ComposedApp.run(
            settings.app, monitor: monitor, assembly: { $0.adding(settings) },
            onSlowRefresh: { [self] in
                message(
                    "Waiting for a token refresh to finish, because your login could be lost otherwise. "
                        + "Press Ctrl-C twice to stop anyway.")
            }, body)
    }
}
