import Foundation
import HTTPTypes
import Networking
import Primitives

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
