public import Foundation
import Models
public import Networking
import Persistence
import Primitives
public import Services
public import Transfers

/// Runs queued transfers with the pipeline of the backend's client. Each request is signed when it is sent, by the account
/// that added the transfer.
public struct RemoteTransfers: QueuedTransferring {
    private let backend: BackendServices
    private let auth: any AuthService
    private let partition: CredentialPartition

    /// - Parameters:
    ///   - auth: says which account is logged in and therefore signs. Pass that of `backend` unless the app logs in by
    ///     other means.
    ///   - partition: the owner of the partial files of unsigned transfers.
    public init(_ backend: BackendServices, auth: any AuthService, partition: CredentialPartition) {
        self.backend = backend
        self.auth = auth
        self.partition = partition
    }

    public func download(
        _ source: URL, to file: URL, of account: String?, progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile {
        switch try await session(for: source, of: account) {
        case .guest(let session): try await download(source, to: file, with: session, progress)
        case .member(let session): try await download(source, to: file, with: session, progress)
        }
    }

    public func upload(
        _ source: UploadSource, to target: URL, of account: String?, record: URL, progress: ProgressFeed
    ) async throws(TransferFailure) -> UploadedFile {
        switch try await session(for: target, of: account) {
        case .guest(let session): try await upload(source, to: target, record, with: session, progress)
        case .member(let session): try await upload(source, to: target, record, with: session, progress)
        }
    }

    private func download<Access>(
        _ source: URL, to file: URL, with session: Session<Access>, _ progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile {
        do throws(DownloadError) {
            return try await session.download(
                Endpoint(.get, Self.path(of: source), response: .data, operation: "transfer"), to: file, policy: policy,
                progress: progress)
        } catch {
            throw TransferFailure(error, isSigned: Access.self != Guest.self)
        }
    }

    private func upload<Access>(
        _ source: UploadSource, to target: URL, _ record: URL, with session: Session<Access>, _ progress: ProgressFeed
    ) async throws(TransferFailure) -> UploadedFile {
        do throws(UploadError) {
            return try await session.upload(
                source, to: Endpoint(.post, Self.path(of: target), response: .data, operation: "transfer"),
                record: record, policy: policy, progress: progress)
        } catch {
            throw TransferFailure(error, isSigned: Access.self != Guest.self)
        }
    }

    private var policy: TransferPolicy {
        var policy = backend.downloads
        policy.partition = partition
        // Frequent checkpoints: a background process is killed more often than one that a user waits for.
        policy.checkpointBytes = 8 * 1024 * 1024
        return policy
    }

    private enum SignedSession {
        case guest(Session<Guest>)
        case member(Session<Member>)
    }

    /// A session for the server of `url`, as the owner of a transfer; throws while that account is not logged in.
    private func session(for url: URL, of owner: String?) async throws(TransferFailure) -> SignedSession {
        let client: Client
        do throws(InvalidAPIEnvironment) {
            client = backend.client.client(
                for: try APIEnvironment(
                    name: "transfers", baseURL: Self.parts(of: url).base,
                    defaultHeaders: backend.defaultHeaders))
        } catch {
            throw .failed(reason: error.reason)
        }
        guard let owner else { return .guest(client.session(for: Guest.self)) }
        guard let account = try await account(),
            AccountID(server: backend.client.environment.origin.description, userID: account.id).transferAccount
                == owner
        else { throw .delayed(reason: "Its account is not logged in.") }
        return .member(backend.sessions.session(of: account, on: client))
    }

    private func account() async throws(TransferFailure) -> Account? {
        do throws(AuthServiceError) {
            return try await auth.restore()
        } catch {
            throw error.isCancellation ? .cancelled : .delayed(reason: error.userMessage)
        }
    }

    private static func path(of url: URL) -> EndpointPath { EndpointPath(encoded: parts(of: url).path) }

    /// The scheme and authority of a URL, and its path and query, each as in the URL's text.
    private static func parts(of source: URL) -> (base: URL, path: String) {
        let text = source.absoluteString
        guard let start = text.range(of: "://")?.upperBound else { return (source, "") }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let path = String(text[end...].prefix { $0 != "#" })
        return (URL(string: String(text[..<end])) ?? source, path.hasPrefix("/") ? path : "/" + path)
    }
}
