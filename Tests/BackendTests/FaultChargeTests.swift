import Testing

@testable import Backend

struct FaultChargeTests {
    private func charge(_ values: [String: FaultForm.Value] = [:]) throws -> FaultCharge<Cuts.Order> {
        try FaultCharge(FaultForm(values))
    }

    @Test("a charge strikes once unless told otherwise, and then never")
    func once() throws {
        var charge = try charge()
        #expect(charge.strike("/anything") != nil)
        #expect(charge.strike("/anything") == nil)
    }

    @Test("what does not concern it leaves a charge as it was")
    func untouched() throws {
        var charge = try charge(["path": .text("/v2/files"), "count": .whole(2), "after": .whole(10)])
        #expect(charge.strike("/v2/users") == nil)
        #expect(charge.strike("/v2/files/a", where: { $0.after > 10 }) == nil)
        #expect(charge.remaining == 2)
        #expect(charge.strike("/v2/files/a", where: { $0.after == 10 })?.how == .close)
        #expect(charge.remaining == 1)
    }

    @Test("a count of nought disarms")
    func nought() throws {
        var charge = try charge(["count": .whole(0)])
        #expect(charge.strike("/") == nil)
    }
}
