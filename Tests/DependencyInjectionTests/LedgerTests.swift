import Testing

@testable import DependencyInjection

@Suite("What a lifetime has made and is making")
struct LedgerTests {
    @Test("once it is closed, no caller begins a creation, and a creation under way still gets its needs")
    func closed() {
        let ledger = Ledger()
        #expect(ledger.beginCreation(.caller))
        ledger.close()
        #expect(!ledger.beginCreation(.caller))
        #expect(ledger.beginCreation(.creation))
    }

    @Test("a caller that was cancelled before it asked leaves nothing under way that a shutdown would wait for")
    func cancelledCaller() async throws {
        let container = try Assembly { Singleton(.a) { Thing() } }.build()
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try? await container.resolve(.a)
        }.value
        #expect(container.root.ledger.isIdle)
    }

    @Test("its end closes it before the ending starts")
    func ending() async {
        let ledger = Ledger()
        let failures = await ledger.end {
            #expect(ledger.isClosed)
            return Task { [] }
        }.value
        #expect(failures.isEmpty)
        #expect(!ledger.beginCreation(.caller))
    }
}
