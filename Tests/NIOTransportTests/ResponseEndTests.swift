import Foundation
import HTTPTypes
import NIOTransport
import Networking
import RawSocketServer
import Testing

@Suite("Ends of responses", .timeLimit(.minutes(10)))
struct ResponseEndTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test(
        "a response that ends as announced leaves its connection usable, in pieces of any size",
        arguments: [
            (.get, "HTTP/1.1 200 OK\r\nContent-Length: 005\r\n\r\nhello", "hello"),
            (.get, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""),
            (.get, "HTTP/1.1 200 OK\r\nConnection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nhello", "hello"),
            (.get, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello", "hello"),
            (
                .get,
                "HTTP/1.1 103 Early\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "hello"
            ),
            (.get, "\(chunked)5\r\nhello\r\n0\r\n\r\n", "hello"),
            (.get, "\(chunked)00a;x=\"0\";y\r\n0123456789\r\n1\r\n\n\r\n00\r\nX: 0\r\nY:\r\n\r\n", "0123456789\n"),
            (.get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity, Chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", "a"),
            (.get, "HTTP/1.1 204 No Content\r\n\r\n", ""),
            (.get, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", ""),
            (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", ""),
            (.get, "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", ""),
            (.head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", ""),
            (.head, chunked, ""),
        ] as [(HTTPRequest.Method, String, String)], [1, 3, 1_000])
    func whole(exchange: (method: HTTPRequest.Method, response: String, body: String), size: Int) async throws {
        let (outcomes, connections) = try await outcomes(exchange.method, exchange.response, size)
        #expect(outcomes == .init(repeating: .success(exchange.body), count: 4))
        #expect(connections == 1)
    }

    @Test(
        "a response whose framing is not valid fails, and its connection serves no other request",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
            "\(chunked)5\nhello\n0\n\n", "\(chunked)5\r\nhello\r\n0\n\n", "\(chunked)5\r\nhello\r\n0\r\n\n",
            "\(chunked)5\r\nhello\r\n0\r\nX: y\n\n", "\(chunked)5\r\nhello\r\n0\r\n\r\r\n",
            "\(chunked)5 \r\nhello\r\n0\r\n\r\n", "\(chunked) 5\r\nhello\r\n0\r\n\r\n",
            "\(chunked)5\r\nhello!\r\n0\r\n\r\n", "\(chunked)5\r\nhell\r\n0\r\n\r\n",
            "\(chunked)\r\n5\r\nhello\r\n0\r\n\r\n", "\(chunked)10000000000000005\r\nhello\r\n0\r\n\r\n",
        ], [1, 3, 1_000])
    func damaged(response: String, size: Int) async throws {
        let (outcomes, connections) = try await outcomes(.get, response, size)
        for outcome in outcomes {
            guard case .failure(.invalidResponse) = outcome else {
                Issue.record("expected an invalid response, got \(outcome)")
                continue
            }
        }
        #expect(connections == outcomes.count)
    }

    /// The bodies of four responses, each sent in pieces of `size` bytes, and the number of connections they needed.
    private func outcomes(
        _ method: HTTPRequest.Method, _ response: String, _ size: Int
    ) async throws -> ([Result<String, TransportError>], connections: Int) {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    try await connection.receiveRequest()
                    var rest = Data(response.utf8)
                    while !rest.isEmpty {
                        try await connection.send(rest.prefix(size))
                        rest = rest.dropFirst(size)
                    }
                }
            }
            return await NIOTransport.withTransport { transport in
                var outcomes: [Result<String, TransportError>] = []
                for delivery in [BodyDelivery.streamed, .buffered(limit: 100), .streamed, .buffered(limit: 100)] {
                    let request = HTTPRequest(method: method, scheme: "http", authority: server.authority, path: "/")
                    do throws(TransportError) {
                        let options = ExchangeOptions(delivery)
                        let body = try await transport.send(request, body: .empty, on: options).body.collect(upTo: 100)
                        outcomes.append(.success(String(decoding: body, as: UTF8.self)))
                    } catch {
                        outcomes.append(.failure(error))
                    }
                }
                return (outcomes, server.connectionCount)
            }
        }
    }
}
