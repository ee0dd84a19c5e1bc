import Foundation
import NIOTransport
import Networking
import RawSocketServer
import RemoteServices
import Testing

@Suite("Envelopes over sockets", .timeLimit(.minutes(10)))
struct EnvelopeTests {
    private struct Profile: Decodable, Sendable, Equatable {
        let name: String
    }

    private static let profile = Endpoint<Guest, Profile>(.get, "/user", response: .enveloped)

    @Test("the data of an envelope is the response, and its error fails with the server's code and message")
    func sanitised() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.respond(200, Self.json, body: Data(#"{"data":{"name":"Ada"}}"#.utf8))
                try await connection.receiveRequest()
                let body = #"{"error":{"code":"locked","message":"The profile is locked."}}"#
                try await connection.respond(200, Self.json, body: Data(body.utf8))
                await connection.waitForEnd()
            }
            try await NIOTransport.withTransport { transport in
                let session = try NetworkStack(at: server.authority, over: transport).guest
                #expect(try await session.send(Self.profile) == Profile(name: "Ada"))
                let error = await #expect(throws: NetworkError.self) { try await session.send(Self.profile) }
                let failure = HTTPFailure(status: 200, code: "locked", message: "The profile is locked.")
                #expect(error?.cause == .status(failure))
            }
        }
    }

    private static let json = ["Content-Type: application/json"]
}
