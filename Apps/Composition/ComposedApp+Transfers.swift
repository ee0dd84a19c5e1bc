public import Foundation
import Models
import Networking
import Persistence
import Primitives
import Services
public import Transfers

extension ComposedApp {
    /// Downloads that outlive the app, as the account that is logged in may see them. Only a session of the kind
    /// `SessionKind.background` has them.
    public var transfers: any BackgroundTransfers { get async throws { try await value(.transfers) } }

    /// Adds a download to the queue of a background session.
    ///
    /// A URL of the app's own API is signed by the account that is logged in now, if there is one. The queue stores the
    /// account, not its token: the request waits while another account is logged in. Any other URL is not signed.
    public func addTransfer(_ source: URL, to file: URL) async throws -> QueuedTransfer {
        let api = try await value(.environment).origin
        let account = Origin(source) == api ? try await auth.restore() : nil
        return try await transfers.add(
            source, to: file,
            of: account.map { AccountID(server: api.description, userID: $0.id).transferAccount })
    }

    /// The number of unfinished transfers of accounts that are not logged in. The queue does not list them, and they wait
    /// until their account logs in again or logs out.
    public func waitingTransfers() async throws -> Int {
        try await (transfers as? VisibleTransfers)?.waiting() ?? 0
    }
}
