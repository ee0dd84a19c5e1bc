public import Foundation
import HTTPTypes
public import Networking
public import Primitives

extension Session {
    /// Downloads the response of `endpoint` into `file`, in constant memory. Returns when the file is complete,
    /// verified and in its place. Until then `file` does not exist, or has its previous content.
    ///
    /// Bytes are written to `NAME.partial` in the same folder. An interrupted download retries by itself
    /// (`DownloadPolicy`). After a failure, a cancellation or a crash, the next call for the same endpoint and file
    /// continues it, if the server sends a strong validator. Bytes of different versions are never mixed.
    ///
    /// - Parameters:
    ///   - endpoint: a `GET`. ``send(_:progress:)`` loads the same endpoint into memory.
    ///   - file: the destination. Its folder must exist.
    ///   - expected: the digest of the complete file, checked before the file gets its name.
    ///   - policy: retries, checkpoints and the time limit.
    ///   - progress: read it in another task; it ends with the download.
    public func download(
        _ endpoint: Endpoint<Access, Data>, to file: URL, expecting expected: ExpectedDigest? = nil,
        policy: DownloadPolicy = DownloadPolicy(), progress: ProgressFeed? = nil
    ) async throws(DownloadError) -> DownloadedFile {
        do throws(NetworkError) {
            return try await download(
                endpoint, to: file, expecting: expected, policy: policy, progress: progress, on: PosixDisk())
        } catch {
            throw DownloadError(error)
        }
    }

    func download(
        _ endpoint: Endpoint<Access, Data>, to file: URL, expecting expected: ExpectedDigest? = nil,
        policy: DownloadPolicy, progress: ProgressFeed? = nil, on disk: any DownloadDisk
    ) async throws(NetworkError) -> DownloadedFile {
        defer { progress?.finish() }
        let call = try route(endpoint, delivery: .streamed)
        return try await call.whileObserved { () async throws(NetworkError) in
            guard endpoint.method == .get, file.isFileURL else {
                throw call.context.error(
                    .invalidRequest(reason: "Only a GET can be downloaded, and only to a file."), call.request)
            }
            let download = Download(
                call: call, client: client, destination: file, expected: expected, policy: policy, feed: progress,
                disk: disk)
            return try await download.run()
        }
    }
}

/// A completely downloaded file.
public struct DownloadedFile: Sendable, Equatable {
    /// Where the file is.
    public let url: URL
    /// The length in bytes.
    public let length: Int64
    /// The verified digest; `nil` if the download expected none.
    public let digest: ContentDigest?

    public init(url: URL, length: Int64, digest: ContentDigest?) {
        self.url = url
        self.length = length
        self.digest = digest
    }
}

/// One download, from its first request to the complete file.
struct Download: Sendable {
    let call: Call
    let client: Client
    let destination: URL
    let expected: ExpectedDigest?
    let policy: DownloadPolicy
    let feed: ProgressFeed?
    let disk: any DownloadDisk

    var context: CallContext { call.context }

    /// Runs off the caller's executor, because disk operations block.
    @concurrent
    func run() async throws(NetworkError) -> DownloadedFile {
        guard let limit = policy.timeLimit else { return try await outcome().get() }
        // At the limit, the download still saves its record, unless it has just published the file.
        var limited = call
        try limited.shortenDeadline(to: .total(limit))
        return try await limited.beforeDeadline { () async throws(NetworkError) in try await outcome().get() }
    }

    private func outcome() async -> Result<DownloadedFile, NetworkError> {
        do throws(NetworkError) {
            var run = try onDisk { () throws(DownloadFailure) in
                try DownloadRun(self, on: disk.open(for: destination))
            }
            return .success(try await run.finish())
        } catch {
            return .failure(error)
        }
    }

    /// The call with a range request from `offset`. With a validator, the server sends the whole file if its version
    /// has changed.
    func call(from offset: Int64, ifStill validator: StrongEntityTag?) -> Call {
        var call = call
        // The length of an encoded body is not the file's, and its parts can't be joined.
        call.request.headerFields[.acceptEncoding] = "identity"
        call.request.headerFields[.range] = offset > 0 ? "bytes=\(offset)-" : nil
        call.request.headerFields[.ifRange] = validator?.text
        return call
    }

    /// The error for a response that contains no file.
    func failure(_ response: ServerResponse) async -> NetworkError {
        error(.status(await client.failure(of: response, for: call)))
    }

    func error(_ cause: NetworkError.Cause) -> NetworkError {
        context.error(cause, call.request)
    }

    func onDisk<Value>(_ work: () throws(DownloadFailure) -> Value) throws(NetworkError) -> Value {
        do throws(DownloadFailure) {
            return try work()
        } catch {
            throw self.error(.download(error))
        }
    }
}

/// How often a download retries, and how much of it a crash may lose.
public struct DownloadPolicy: Sendable {
    /// The maximum number of retries in a row without a new byte. A new byte resets the count, so a bad connection
    /// makes a download slow but does not end it. With 0 the first interruption ends the call; the next call continues
    /// the file.
    public var triesWithoutProgress = 5
    /// How often one call may discard its bytes and restart the file.
    public var restarts = 3
    /// The upper bound of the first random delay before a retry; it doubles with each retry in a row. Full jitter
    /// spreads the retries of many clients that lost one server. A response with at least 16 KiB of new bytes resets
    /// the delay. If a server sends a file in shorter parts, the request for each next part counts as a retry here.
    public var baseDelay: Duration = .milliseconds(500)
    /// The upper bound of every delay.
    public var longestDelay: Duration = .seconds(20)
    /// The limit for the whole download, from the first request to the complete file; `nil` for none.
    public var timeLimit: Duration?
    /// How many bytes may arrive between two checkpoints, which make the bytes durable and record them. A killed
    /// process or a power failure loses at most the bytes since the last checkpoint.
    public var checkpointBytes: Int64 = 32 * 1024 * 1024
    /// The longest time between two checkpoints, for slow connections.
    public var checkpointInterval: Duration = .seconds(2)
    /// The user of the file if a fixed key or password signs the calls; otherwise the credential provider names the
    /// user. Bytes for one partition are not continued for another. Bytes for a credential provider without a partition
    /// are not continued at all.
    public var partition: CredentialPartition?
    /// The source of the random delays.
    public var random: any RandomSource = SystemRandomSource()

    /// A policy with the default values.
    public init() {}

    /// - Parameter draw: a uniform random number in `0 ..< 1`.
    func delay(beforeTry number: Int, draw: Double) -> Duration {
        // 2^30 times any delay that makes sense is beyond the longest one.
        min(longestDelay, baseDelay * (1 << min(number - 1, 30))) * draw
    }
}
