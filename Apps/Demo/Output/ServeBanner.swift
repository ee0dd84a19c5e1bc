import Composition
import Foundation
import Primitives

/// The message that `strata serve` starts with: address, demo accounts and the next command.
struct ServeBanner {
    let url: URL
    let folder: String

    func print(on terminal: Terminal) {
        terminal.print("\(terminal.bold("The backend is listening on")) \(url.absoluteString)")
        terminal.print("Data folder: \(folder). Press Ctrl-C to stop.")
        terminal.print()
        for account in [DemoAccount.ada, .grace] {
            terminal.print("  \(account.email)  \(account.password.reveal())  (\(account.role))")
        }
        terminal.print()
        terminal.print("Log in from another terminal:")
        terminal.print("  swift run \(AppName.command) login \(DemoAccount.ada.email) --base-url \(url.absoluteString)")
    }
}
