public import Foundation
import HTTPTypes
public import Networking
public import Primitives

extension Session {
    /// Downloads the response of `endpoint` into `file`, in constant memory. Returns when the file is complete,
    /// verified and in its place. Until then `file` does not exist, or has its previous content.
    ///
    /// Bytes are written to `NAME.partial` in the same folder. An interrupted download retries by itself
    /// (`TransferPolicy`). After a failure, a cancellation or a crash, the next call for the same endpoint and file
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
        policy: TransferPolicy = TransferPolicy(), progress: ProgressFeed? = nil
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
        policy: TransferPolicy, progress: ProgressFeed? = nil, on disk: any DownloadDisk
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
    let policy: TransferPolicy
    let feed: ProgressFeed?
    let disk: any DownloadDisk

    var context: CallContext { call.context }

    /// Runs off the caller's executor, because disk operations block.
    @concurrent
    func run() async throws(NetworkError) -> DownloadedFile {
        try await call.run(within: policy.timeLimit) { () async throws(NetworkError) in try await outcome().get() }
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
