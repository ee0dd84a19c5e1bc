import Testing

@testable import Backend

struct FaultChargeTests {
    private func charge(_ values: [String: FaultForm.Value] = [:]) throws -> FaultCharge<Cuts.Settings> {
        try FaultCharge(FaultForm(values))
    }

    @Test("a fault affects one request by default")
    func once() throws {
        var charge = try charge()
        #expect(charge.consume("/anything") != nil)
        #expect(charge.consume("/anything") == nil)
    }

    @Test("requests that a fault does not affect are not counted")
    func untouched() throws {
        var charge = try charge(["path": .text("/v2/files"), "count": .whole(2), "after": .whole(10)])
        #expect(charge.consume("/v2/users") == nil)
        #expect(charge.consume("/v2/files/a", where: { $0.after > 10 }) == nil)
        #expect(charge.remaining == 2)
        #expect(charge.consume("/v2/files/a", where: { $0.after == 10 })?.how == .close)
        #expect(charge.remaining == 1)
    }

    @Test("a count of zero disarms a fault")
    func zero() throws {
        var charge = try charge(["count": .whole(0)])
        #expect(charge.consume("/") == nil)
    }
}
