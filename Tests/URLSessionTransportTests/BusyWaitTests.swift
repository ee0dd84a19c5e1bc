#if canImport(FoundationNetworking)
import Foundation
import RawSocketServer
import TestSupport
import Testing
import URLSessionTransport

/// URLSession on libcurl wakes up continuously while it has nothing to do. The adapter can't prevent that; this test
/// fails when it changes.
@Suite("Busy waiting of URLSession on libcurl", .serialized, .timeLimit(.minutes(20)))
struct BusyWaitTests {
    /// libcurl first waits until it can write to a new socket, then until it can read. URLSession keeps the first
    /// dispatch source beside the second, and an idle socket is always writable.
    @Test("a call that waits for its response wakes its process thousands of times")
    func wakeUps() async {
        // A separate process, in which nothing else wakes up.
        await #expect(processExitsWith: .success) {
            try await RawSocketServer.withServer { server in
                let requested = Gate(isOpen: true)
                server.serve { connection in
                    try await connection.receiveRequest()
                    await requested.pass()
                    await connection.waitForEnd()
                }
                await URLSessionTransport.withTransport { transport in
                    let call = Task { try await transport.get(from: server) }
                    await requested.waitForArrivals(1)
                    // Ends only if URLSession keeps waking up; otherwise the time limit fails this test.
                    let start = voluntarySwitches()
                    while voluntarySwitches() < start + 5_000 { await Task.yield() }
                    call.cancel()
                    _ = await call.result
                }
            }
        }
    }
}

/// How often a thread of this process has gone to sleep and must be woken up.
private func voluntarySwitches() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_nvcsw
}
#endif
