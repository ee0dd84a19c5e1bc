import AsyncHTTPClient
import Foundation
import NIOCore
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
