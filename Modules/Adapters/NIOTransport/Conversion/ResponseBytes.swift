import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Networking

/// The body of a response: bytes are taken from the socket as they are asked for.
struct ResponseBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    private let body: HTTPClientResponse.Body
    private let upload: UploadControl?
    private let failures: FailureTranslator
    private let phase: FailureTranslator.Phase

    init(
        _ response: HTTPClientResponse, to method: HTTPMethod, sending upload: UploadControl?,
        failures: FailureTranslator
    ) {
        body = response.body
        self.upload = upload
        self.failures = failures
        phase = response.hasBody(answering: method) ? .body : .noBody
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(base: body.makeAsyncIterator(), upload: upload, failures: failures, phase: phase)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: HTTPClientResponse.Body.AsyncIterator
        let upload: UploadControl?
        let failures: FailureTranslator
        let phase: FailureTranslator.Phase

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            do {
                guard let buffer = try await base.next(isolation: actor) else {
                    // The server has said all, so it wants no more of a body that is still being sent.
                    upload?.stop()
                    return nil
                }
                return Data(sharing: buffer)
            } catch {
                upload?.stop()
                if phase == .noBody, failures.isMissingCompressedBody(error) { return nil }
                throw failures.translate(error, at: phase)
            }
        }
    }
}

extension HTTPClientResponse {
    /// Whether bytes may follow the head (RFC 9112 section 6.3).
    fileprivate func hasBody(answering method: HTTPMethod) -> Bool {
        if method == .HEAD || status == .noContent || status == .notModified { return false }
        return headers.first(name: "Content-Length") != "0"
    }
}

extension Data {
    /// The bytes of `buffer`: without a copy if they are most of what it has allocated, otherwise as a copy, for a few bytes
    /// would keep all of it in memory.
    fileprivate init(sharing buffer: ByteBuffer) {
        let strategy: ByteBuffer.ByteTransferStrategy =
            buffer.readableBytes * 2 >= buffer.storageCapacity ? .noCopy : .copy
        self.init(buffer: buffer, byteTransferStrategy: strategy)
    }
}
