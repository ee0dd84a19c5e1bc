import Foundation
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Transfers

/// Downloads queued transfers with the app's pipeline, signed by the account that added them.
struct QueuedDownloader: QueuedDownloading {
    let api: Origin
    let headers: [HeaderField]
    let pipeline: Pipeline
    let auth: any AuthService
    let sessions: AccountSessions
    let retries: Int
    let timeLimit: Duration?
    let time: any TimeSource
    let identifiers: any IdentifierSource
    let monitor: any EventMonitor
    let publicQueryNames: PublicQueryNames

    func download(
        _ transfer: QueuedTransfer, progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile {
        let (base, path) = Self.parts(of: transfer.source)
        let client: Client
        do throws(InvalidAPIEnvironment) {
            client = Client(
                environment: try Networking.APIEnvironment(
                    name: "transfers", baseURL: base, defaultHeaders: headers),
                coding: JSONBodyCoding(), pipeline: pipeline, time: time, identifiers: identifiers, monitor: monitor,
                publicQueryNames: publicQueryNames)
        } catch {
            throw .failed(reason: error.reason)
        }
        guard let owner = transfer.account else {
            return try await download(transfer, at: path, with: client.session(for: Guest.self), progress)
        }
        guard let account = try await account(),
            AccountID(server: api.description, userID: account.id).transferAccount == owner
        else {
            throw .delayed(reason: "Its account is not logged in.")
        }
        return try await download(transfer, at: path, with: sessions.session(of: account, on: client), progress)
    }

    private func account() async throws(TransferFailure) -> Account? {
        do throws(AuthServiceError) {
            return try await auth.restore()
        } catch {
            throw error.isCancellation ? .cancelled : .delayed(reason: error.userMessage)
        }
    }

    private func download<Access>(
        _ transfer: QueuedTransfer, at path: String, with session: Session<Access>, _ progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile {
        var policy = DownloadPolicy()
        policy.triesWithoutProgress = retries
        policy.timeLimit = timeLimit
        policy.partition = .app
        // Frequent checkpoints: a background process is killed more often than one that a user waits for.
        policy.checkpointBytes = 8 * 1024 * 1024
        let endpoint = Endpoint<Access, Data>(
            .get, EndpointPath(stringLiteral: path), response: .data, operation: "transfer")
        do throws(DownloadError) {
            return try await session.download(endpoint, to: transfer.file, policy: policy, progress: progress)
        } catch {
            throw TransferFailure(error, isSigned: transfer.account != nil)
        }
    }

    /// The scheme and authority of a URL, and its path and query, each as in the URL's text.
    private static func parts(of source: URL) -> (base: URL, path: String) {
        let text = source.absoluteString
        guard let start = text.range(of: "://")?.upperBound else { return (source, "") }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let path = String(text[end...].prefix { $0 != "#" })
        return (URL(string: String(text[..<end])) ?? source, path.hasPrefix("/") ? path : "/" + path)
    }
}
