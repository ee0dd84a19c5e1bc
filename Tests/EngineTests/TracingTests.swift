import Foundation
import HTTPTypes
import InMemoryTracing
import Instrumentation
import NIOTransport
import Networking
import RawSocketServer
import Testing
import Tracing

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
                    try await connection.answer(200, ["Connection: close"], body: "an answer")
                    await connection.waitForEnd()
                }
                let request = HTTPRequest(
                    method: .get, scheme: "http", authority: server.authority, path: "/?key=secret")
                try await tracer.withAnySpan("app", context: .topLevel, ofKind: .internal) { _ in
                    try await NIOTransport.withTransport { transport in
                        _ = try await transport.send(request, body: .empty).body.collect(upTo: 100)
                        _ = try await transport.send(
                            request, body: .empty, on: ExchangeTerms(.buffered(limit: 100)))
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
