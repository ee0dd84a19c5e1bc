import Foundation
import HTTPTypes
import Networking
import Primitives

/// Measures the interceptors without network and decoding.
enum ChainMeasure {
    static func measures(repetitions: Int) throws -> [Measure] {
        let atOnce = try Subjects(.atOnce)
        let elsewhere = try Subjects(.fromElsewhere)
        return [
            Measure(
                "chain", "The pipeline around a stub, without a network", repetitions: repetitions,
                countsAllocations: true,
                [
                    Contender("six empty interceptors") { try await atOnce.empty.call($0) },
                    Contender("default interceptors") { try await atOnce.standard.call($0) },
                    Contender("default interceptors, signed") { try await atOnce.signed.call($0) },
                    Contender("default interceptors, from the main actor") {
                        try await atOnce.standard.callFromMainActor($0)
                    },
                ]),
            Measure(
                "chain-waiting", "The pipeline around a stub that responds from another thread",
                repetitions: repetitions / 4,
                countsAllocations: true,
                [
                    Contender("six empty interceptors") { try await elsewhere.empty.call($0) },
                    Contender("default interceptors") { try await elsewhere.standard.call($0) },
                    Contender("default interceptors, signed") { try await elsewhere.signed.call($0) },
                ]),
        ]
    }

    private struct Subjects {
        let empty: Caller
        let standard: Caller
        let signed: Caller

        init(_ manner: StubTransport.Manner) throws {
            let origin = try APIEnvironment.local(port: 8080).origin
            let credentialProvider = CredentialProvider(
                credential: .fresh, origin: origin, storage: MemoryCredentials(.fresh), refresher: CountingRefresher())
            let transport = StubTransport(manner)
            empty = Caller(.empty(over: transport), origin, nil)
            standard = Caller(.standard(over: transport), origin, nil)
            signed = Caller(.standard(over: transport), origin, credentialProvider)
        }
    }

    /// Makes sequential calls, each with its own context, as a session does.
    private struct Caller: Sendable {
        private let pipeline: Pipeline
        private let origin: Origin
        private let credentialProvider: CredentialProvider?
        private let time = SystemTimeSource()
        private let id = UUID()
        private let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:8080", path: "/users/1")

        init(_ pipeline: Pipeline, _ origin: Origin, _ credentialProvider: CredentialProvider?) {
            (self.pipeline, self.origin, self.credentialProvider) = (pipeline, origin, credentialProvider)
        }

        func call(_ repetitions: Int) async throws {
            for _ in 0..<repetitions { _ = try await pipeline.send(makeCall()) }
        }

        @MainActor
        func callFromMainActor(_ repetitions: Int) async throws {
            for _ in 0..<repetitions { _ = try await pipeline.send(makeCall()) }
        }

        private func makeCall() -> Call {
            Call(
                request: request, body: .empty,
                context: CallContext(
                    id: id, operation: "benchmark()", origin: origin, credentialProvider: credentialProvider,
                    time: time,
                    monitor: SilentMonitor()),
                delivery: .buffered(limit: 1024 * 1024))
        }
    }
}
