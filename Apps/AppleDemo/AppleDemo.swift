#if canImport(SwiftUI)
import Composition
import Foundation
import SwiftUI

/// A demo app: log in, see the time entries, log out. APPLE_DEMO_URL names another server than the standard one.
@main
struct AppleDemo: App {
    @State private var model = AppModel {
        let address = ProcessInfo.processInfo.environment["APPLE_DEMO_URL"]
        guard let url = address.map({ URL(string: $0) }) ?? AppSettings.standardBaseURL else { throw URLError(.badURL) }
        var settings = AppSettings(
            baseURL: url, dataDirectory: .applicationSupportDirectory.appending(path: "AppleDemo"))
        settings.cacheDirectory = .cachesDirectory.appending(path: "AppleDemo")
        return try await ComposedApp.open(settings)
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
