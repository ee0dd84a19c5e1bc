public import EngineContracts
public import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
public import RawSocketServer
import Synchronization

/// The raw server as an ordinary HTTP/1.1 server: it sends complete responses, and pieces as chunks.
public final class HTTPServer: RespondingServer {
    public let authority: String
    private let handler = Mutex<ReceivedRequest.Handler?>(nil)

    /// Uses `server` exclusively from now on.
    public init(_ server: RawSocketServer) {
        authority = server.authority
        server.serve { try await self.respondToRequests(on: $0) }
    }

    private func respondToRequests(on connection: RawConnection) async throws {
        while true {
            let request = try await connection.receiveRequest()
            guard let handler = handler.withLock({ $0 }) else { return }
            let response = try await handler(ReceivedRequest(request, authority: authority))
            try await connection.send(response, to: request)
        }
    }

    public func respond(with handler: @escaping ReceivedRequest.Handler) {
        self.handler.withLock { $0 = handler }
    }
}

extension ReceivedRequest {
    fileprivate init(_ request: RawRequest, authority: String) throws {
        let parts = request.line.components(separatedBy: " ")
        guard parts.count == 3, let method = HTTPRequest.Method(parts[0]) else { throw URLError(.badServerResponse) }
        var fields = HTTPFields()
        for (name, value) in request.fields {
            guard let name = HTTPField.Name(name) else { throw URLError(.badServerResponse) }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(
            head: HTTPRequest(
                method: method, scheme: "http", authority: authority, path: parts[1], headerFields: fields),
            body: request.body)
    }
}

extension RawConnection {
    fileprivate func send(_ response: ServerResponse, to request: RawRequest) async throws {
        let status = response.head.status
        let hasBody = !request.line.hasPrefix("HEAD ") && status.code != 204 && status.code != 304
        var head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for field in response.head.headerFields { head += "\(field.name.rawName): \(field.value)\r\n" }
        switch response.body {
        case .data(let data):
            if status.code != 204 { head += "Content-Length: \(data.count)\r\n" }
            try await send(head + "\r\n")
            if hasBody { try await send(data) }
        case .stream(let stream):
            try await send(head + "Transfer-Encoding: chunked\r\n\r\n")
            for try await piece in stream where !piece.isEmpty {
                try await send(Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8))
            }
            try await send("0\r\n\r\n")
        }
    }
}
