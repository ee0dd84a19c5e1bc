public import Foundation
public import Networking
public import Primitives

extension Session {
    /// Loads what `endpoint` describes into `file`, in constant memory, and returns when it is complete, checked and in its
    /// place; until then there is nothing under that name, or what was there before.
    ///
    /// Bytes go to `NAME.partial` beside it. An interrupted download goes on by itself (``DownloadPolicy``), and one that was
    /// given up, cancelled or killed goes on with the next call for the same endpoint and file, provided that the server
    /// gives a strong validator. Bytes of different versions are never mixed.
    ///
    /// - Parameters:
    ///   - endpoint: a `GET`. The same endpoint given to ``send(_:progress:)`` loads it into memory.
    ///   - file: its folder exists.
    ///   - expected: checked over the whole file before anybody sees it.
    ///   - progress: read it in another task; ends with the download.
    public func download(
        _ endpoint: Endpoint<Access, Data>, to file: URL, expecting expected: ExpectedDigest? = nil,
        policy: DownloadPolicy = DownloadPolicy(), progress: ProgressFeed? = nil
    ) async throws(NetworkError) -> DownloadedFile {
        try await download(
            endpoint, to: file, expecting: expected, policy: policy, progress: progress, on: PosixDisk())
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
