/// A fault that is armed, or not: what it does, to which paths, and how often still.
struct FaultCharge<Order: FaultOrder>: Sendable {
    private let order: Order
    private let path: String
    private(set) var remaining: Int

    /// - Throws: ``Problem/validationFailed(_:)``.
    init(_ form: FaultForm) throws(Problem) {
        var form = form
        order = Order(&form)
        path = form.path("path")
        remaining = form.whole("count", in: 0...10_000) ?? 1
        try form.finish()
    }

    /// What to do with a request; `nil` if this fault does not concern it, which does not count.
    mutating func strike(_ path: String, where applies: (Order) -> Bool = { _ in true }) -> Order? {
        guard remaining > 0, path.hasPrefix(self.path), applies(order) else { return nil }
        remaining -= 1
        return order
    }
}
