public import Foundation
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
