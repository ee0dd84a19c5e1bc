public import EngineContracts
import Foundation
import Networking
public import RawSocketServer

/// The raw server with the interface that the wire contract requires.
public struct ScriptedServer: WireServer {
    private let server: RawSocketServer
    public let refusingAuthority: String

    /// Creates a server that plays its scripts on `server`.
    public init(server: RawSocketServer, refusingAuthority: String) {
        self.server = server
        self.refusingAuthority = refusingAuthority
    }

    public var authority: String { server.authority }
    public var connectionCount: Int { server.connectionCount }

    public func serve(_ script: @escaping @Sendable (any WireConnection) async throws -> Void) {
        server.serve { try await script(ScriptedConnection(base: $0)) }
    }
}

private struct ScriptedConnection: WireConnection {
    let base: RawConnection

    func receiveRequest() async throws -> WireRequest {
        WireRequest(try await base.receiveRequest())
    }

    func receiveHead() async throws -> WireRequest {
        WireRequest(try await base.receiveHead())
    }

    func skipBody(of head: WireRequest) async throws -> Int {
        let fields = head.fields.map { "\r\n\($0.name): \($0.value)" }.joined()
        return try await base.skipBody(of: RawRequest(head: head.line + fields))
    }

    func send(_ bytes: Data) async throws {
        try await base.send(bytes)
    }

    func reset() async throws {
        try await base.reset()
    }

    func waitForEnd() async {
        await base.waitForEnd()
    }
}

extension WireRequest {
    fileprivate init(_ request: RawRequest) {
        self.init(line: request.line, fields: request.fields, body: request.body)
    }
}
