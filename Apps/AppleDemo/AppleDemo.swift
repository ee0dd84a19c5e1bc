#if canImport(SwiftUI)
import Composition
import Foundation
import SwiftUI

/// A demo app: log in, see the time entries, log out. It needs the sample backend: `make serve`.
@main
struct AppleDemo: App {
    @State private var model = AppModel {
        let address = ProcessInfo.processInfo.environment["APPLE_DEMO_URL"] ?? "http://127.0.0.1:8080"
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        return try await ComposedApp.open(
            AppSettings(baseURL: url, dataDirectory: .applicationSupportDirectory.appending(path: "AppleDemo")))
    }

    var body: some Scene {
        WindowGroup { RootScreen(model: model) }
    }
}
#else
/// An executable without a screen, so that the view models compile on every platform.
@main
enum AppleDemo {
    static func main() {
        print("AppleDemo has a screen on Apple's platforms only.")
    }
}
#endif
