/// An armed fault: its settings, the paths that it affects, and the number of requests left.
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

    /// Counts a request and returns the settings; `nil`, uncounted, if the fault does not affect the request.
    mutating func strike(_ path: String, where applies: (Order) -> Bool = { _ in true }) -> Order? {
        guard remaining > 0, path.hasPrefix(self.path), applies(order) else { return nil }
        remaining -= 1
        return order
    }
}
