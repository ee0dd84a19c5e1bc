import Foundation
import InMemoryTracing
import NIOTransport
import Networking
import RawSocketServer
import TestSupport
import Testing
import Tracing
import Transfers

@Suite("Tracing, over sockets", .timeLimit(.minutes(1)))
struct TracingTests {
    @Test("a transport makes no span of its own, and tells no server of a trace")
    func transportIsSilent() async {
        // A process is given its tracer once, so this one is another's.
        await #expect(processExitsWith: .success) {
            let tracer = InMemoryTracer(idGenerator: .incrementing)
            InstrumentationSystem.bootstrap(tracer)
            let requests = try await RawSocketServer.withServer { server in
                server.serve { connection in
                    try await connection.receiveRequest()
                    try await connection.respond(200, ["Connection: close"], body: "an answer")
                    await connection.waitForEnd()
                }
                try await tracer.withAnySpan("app", context: .topLevel, ofKind: .internal) { _ in
                    try await NIOTransport.withTransport { transport in
                        let guest = try NetworkStack(at: server.authority, over: transport).guest
                        #expect(try await guest.send(.bytes(.get, "/whole")) == Data("an answer".utf8))
                        try await withTemporaryFolder { folder in
                            _ = try await guest.download(
                                .bytes(.get, "/streamed"), to: folder.appending(path: "answer"))
                        }
                    }
                }
                return server.requests
            }
            #expect(requests.count == 2)
            #expect(requests.allSatisfy { !$0.text.lowercased().contains("trace") })
            #expect(tracer.finishedSpans.map(\.operationName) == ["app"] && tracer.activeSpans.isEmpty)
        }
    }
}
