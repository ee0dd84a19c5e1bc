import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request's body in a form that URLSession can send.
struct Upload: Sendable {
    enum Source: Sendable {
        case nothing
        case data(Data)
        case file(SpooledFile)
    }

    private let source: Source
    /// In bytes.
    let length: Int64

    /// - Parameter file: the URL of a temporary file, for a large streamed body.
    init(_ body: RequestBody, file: @autoclosure () -> URL) async throws(TransportError) {
        switch body {
        case .empty: (source, length) = (.nothing, 0)
        case .data(let data): (source, length) = (data.isEmpty ? .nothing : .data(data), Int64(data.count))
        case .stream(let stream): (source, length) = try await Source.spooling(stream, file: file())
        }
    }

    /// Makes a task of `session` that sends `request` with this body.
    func makeTask(_ request: URLRequest, in session: URLSession) -> URLSessionTask {
        switch source {
        case .nothing: session.dataTask(with: request)
        case .data(let data): session.uploadTask(with: request, from: data)
        case .file(let file): session.uploadTask(with: request, fromFile: file.url)
        }
    }
}
