import Foundation
import Primitives

/// What a person wants to know when the backend runs: where, with which accounts, and what to type next.
struct ServeBanner {
    let url: URL
    let folder: String

    func print(on terminal: Terminal) {
        terminal.print("\(terminal.bold("The backend listens on")) \(url.absoluteString)")
        terminal.print("Its data is in \(folder). Ctrl-C stops it.")
        terminal.print()
        for account in [DemoAccount.ada, .grace] {
            terminal.print("  \(account.email)  \(account.password.reveal())  (\(account.role))")
        }
        terminal.print()
        terminal.print("Sign in from another terminal:")
        terminal.print("  swift run strata login \(DemoAccount.ada.email) --base-url \(url.absoluteString)")
    }
}
