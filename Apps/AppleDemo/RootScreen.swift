#if canImport(SwiftUI)
import Presentation
import SwiftUI

/// The window's content: the login screen, the account's time entries, or an error.
struct RootScreen: View {
    let model: AppModel

    var body: some View {
        switch model.screen {
        case .starting:
            ProgressView().task { await model.start() }
        case .login(let login):
            LoginScreen(model: login)
                .onChange(of: login.account) { _, account in
                    if let account { Task { await model.open(account) } }
                }
        case .timeEntries(let timeEntries):
            NavigationStack {
                TimeEntriesScreen(model: timeEntries)
                    .toolbar {
                        Button("Log out") { Task { await model.logOut() } }
                    }
            }
        case .failed(let message):
            ContentUnavailableView {
                Label(message, systemImage: "exclamationmark.triangle")
            } actions: {
                Button("Try again") { Task { await model.tryAgain() } }
            }
        }
    }
}
#endif
