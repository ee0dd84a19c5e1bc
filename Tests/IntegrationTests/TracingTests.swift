import EngineTestSupport
import Foundation
import InMemoryTracing
import NIOTransport
import Networking
import RawSocketServer
import Testing
import Tracing
import Transfers

@Suite("Tracing over sockets", .timeLimit(.minutes(10)))
struct TracingTests {
    @Test("a transport creates no span, and sends no trace header to the server")
    func transportIsSilent() async {
        // The tracing system can be set once per process, so this test uses another process.
        await #expect(processExitsWith: .success) {
            let tracer = InMemoryTracer(idGenerator: .incrementing)
            InstrumentationSystem.bootstrap(tracer)
            let requests = try await RawSocketServer.withServer { server in
                server.serve { connection in
                    try await connection.receiveRequest()
                    try await connection.respond(200, ["Connection: close"], body: "a response")
                    await connection.waitForEnd()
                }
                try await tracer.withAnySpan("app", context: .topLevel, ofKind: .internal) { _ in
                    try await NIOTransport.withTransport { transport in
                        let guest = try NetworkStack(at: server.authority, over: transport).guest
                        #expect(try await guest.send(.bytes(.get, "/whole")) == Data("a response".utf8))
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
