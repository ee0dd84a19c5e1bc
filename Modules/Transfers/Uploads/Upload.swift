public import Foundation
import HTTPTypes
public import Networking
import Primitives

extension Session {
    /// Uploads a spooled copy, in constant memory, to a server of resumable uploads
    /// (draft-ietf-httpbis-resumable-upload, interop version 8). Returns when the server has all bytes and has confirmed
    /// them.
    ///
    /// An interrupted upload asks the server for its offset and continues there (`TransferPolicy`). After a failure, a
    /// cancellation or a crash, the next call with the same record continues it; a session with a credential needs a
    /// partition for this. A complete upload has one effect: its result is stored in the record too, and later calls
    /// return it without a request.
    ///
    /// - Parameters:
    ///   - source: a copy from `UploadSpool.add(_:name:contentType:)`.
    ///   - endpoint: the `POST` that creates uploads. Its body and `Content-Type` are not sent.
    ///   - record: the file for the upload's state, in an existing folder. It belongs to one upload, and only its owner
    ///     can read it. Delete it after you have stored the result.
    ///   - policy: retries and the time limit.
    ///   - progress: read it in another task; it ends with the upload.
    public func upload(
        _ source: UploadSource, to endpoint: Endpoint<Access, Data>, record: URL,
        policy: TransferPolicy = TransferPolicy(), progress: ProgressFeed? = nil
    ) async throws(UploadError) -> UploadedFile {
        defer { progress?.finish() }
        do throws(NetworkError) {
            let call = try route(endpoint, delivery: .buffered(limit: 1024 * 1024))
            return try await call.whileObserved { () async throws(NetworkError) in
                guard endpoint.method == .post, record.isFileURL, let target = RequestTarget(call.request) else {
                    throw call.context.error(
                        .invalidRequest(
                            reason: """
                                A resumable upload needs an endpoint with the method POST, and a file URL for its record.
                                """),
                        call.request)
                }
                let upload = Upload(
                    call: call, target: target, client: client, source: source, record: record, policy: policy,
                    feed: progress, key: client.identifiers.next().text)
                return try await upload.run()
            }
        } catch {
            throw UploadError(error)
        }
    }
}

/// The server's response to a complete upload.
public struct UploadedFile: Sendable, Hashable, Codable {
    /// Where the server has the file; `nil` if it sent no address.
    public let location: URL?
    /// The body of the response, at most 1 MiB. Empty if the server reported only that the upload is complete.
    public let body: Data

    public init(location: URL?, body: Data) {
        self.location = location
        self.body = body
    }
}

/// One upload, from its first request to the server's confirmation.
struct Upload: Sendable {
    let call: Call
    /// The address that creates uploads.
    let target: RequestTarget
    let client: Client
    let source: UploadSource
    let record: URL
    let policy: TransferPolicy
    let feed: ProgressFeed?
    /// Unique, for the idempotency keys of a new upload.
    let key: String

    /// Runs off the caller's executor, because disk operations block.
    @concurrent
    func run() async throws(NetworkError) -> UploadedFile {
        try await call.run(within: policy.timeLimit) { () async throws(NetworkError) in
            var run: UploadRun
            do throws(UploadFailure) {
                run = try UploadRun(self)
            } catch {
                throw self.error(.upload(error))
            }
            return try await run.finish()
        }
    }

    func call(for request: UploadMachine.Request, _ progress: UploadProgress) -> Call {
        var call = call
        call.body = .empty
        var fields = call.request.headerFields
        fields[.contentType] = nil
        fields[.idempotencyKey] = nil
        fields[.uploadVersion] = "8"
        switch request {
        case .create(let key):
            fields[.idempotencyKey] = key
            fields[.uploadComplete] = "?0"
            fields[.uploadLength] = "\(source.length)"
            fields[.contentType] = source.contentType
            fields[.contentDisposition] = "attachment; filename*=UTF-8''" + source.name.percentEncoded
            fields[.representationDigest] = ContentDigest(algorithm: "sha-256", hexadecimal: source.sha256)
                .map { "\($0.algorithm)=:\($0.bytes.base64EncodedString()):" }
        case .offset(let resource):
            call.request.method = .head
            fields[.cacheControl] = "no-cache"
            call.request.path = resource.path
        case .append(let resource, let range):
            call.request.method = .patch
            call.request.path = resource.path
            fields[.contentType] = "application/partial-upload"
            fields[.uploadOffset] = "\(range.lowerBound)"
            fields[.uploadComplete] = "?0"
            call.body = .part(range, of: source.file) {
                progress.resumed(at: range.lowerBound)
            } accepted: {
                progress.accepted($0)
            }
            call.isTimed = false
        case .complete(let resource, let length, let key):
            call.request.method = .patch
            call.request.path = resource.path
            fields[.idempotencyKey] = key
            fields[.uploadOffset] = "\(length)"
            fields[.uploadComplete] = "?1"
        }
        call.request.headerFields = fields
        return call
    }

    /// Why the copy can't be sent; `nil` if it still has the length that it had when it was spooled.
    var copyFailure: UploadFailure? {
        var status = stat()
        let isWhole =
            stat(source.file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size == source.length
        return isWhole ? nil : .copyDamaged(name: source.name)
    }

    func error(_ cause: NetworkError.Cause) -> NetworkError {
        call.context.error(cause, call.request)
    }
}

extension String {
    /// The text as a value of RFC 8187, without its character set.
    fileprivate var percentEncoded: String {
        var text = ""
        PercentEncoding.segment.append(self, to: &text)
        return text
    }
}
