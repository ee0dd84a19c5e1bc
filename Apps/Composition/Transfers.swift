import Digests
public import Foundation
import Networking
public import Primitives
import RemoteServices
import Services
public import Transfers

extension ComposedApp {
    /// Transfers that outlive the app, as the account that is logged in may see them.
    ///
    /// Throws unless the session is of the kind `SessionKind.background`.
    public var transfers: any BackgroundTransfers { get throws { try value(.transfers) } }

    /// Adds a download to the queue of a background session.
    ///
    /// A URL of the app's own API is signed by the account that is logged in now, if there is one. The queue stores the
    /// account, not its token: the transfer waits while another account is logged in. Any other URL is not signed.
    public func addTransfer(
        _ source: URL, to file: URL, priority: QueuedTransfer.Priority = .normal
    ) async throws -> QueuedTransfer {
        let account = try await backend.transferAccount(at: source, loggedInWith: auth)
        return try await transfers.add(source, to: file, of: account, priority: priority)
    }

    /// Copies a file and adds the upload of the copy to the queue of a background session, signed as in
    /// ``addTransfer(_:to:priority:)``.
    ///
    /// - Parameter target: the URL that creates uploads, by default that of the app's API.
    public func addUpload(
        of file: URL, to target: URL? = nil, priority: QueuedTransfer.Priority = .normal
    ) async throws -> QueuedTransfer {
        let api = backend.client.environment
        let folder = api.version.map { api.baseURL.appending(path: "\($0)") } ?? api.baseURL
        let target = target ?? folder.appending(path: "uploads")
        let account = try await backend.transferAccount(at: target, loggedInWith: auth)
        return try await transfers.upload(file, to: target, of: account, priority: priority)
    }

    /// The number of unfinished transfers of accounts that are not logged in. The queue does not list them, and they wait
    /// until their account logs in again or logs out.
    public func waitingTransfers() async throws -> Int {
        try await (transfers as? VisibleTransfers)?.waiting() ?? 0
    }
}

extension ExpectedDigest {
    /// A SHA-256 digest as a server announces it; `nil` unless the text is 64 hexadecimal digits.
    public init?(sha256 hexadecimal: String) {
        guard hexadecimal.count == 64 else { return nil }
        self.init(hexadecimal, by: SHA256Hashing())
    }
}
