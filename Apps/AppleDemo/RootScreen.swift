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
            .confirmationDialog(
                "Changes that are not sent yet: \(model.unsentChanges ?? 0)", isPresented: isDeciding,
                titleVisibility: .visible
            ) {
                Button("Delete them and log out", role: .destructive) {
                    Task { await model.logOut(deletesChanges: true) }
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

    private var isDeciding: Binding<Bool> {
        Binding {
            model.unsentChanges != nil
        } set: { isPresented in
            if !isPresented { model.keepLogin() }
        }
    }
}
#endif
