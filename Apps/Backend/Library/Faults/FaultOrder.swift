/// What one kind of fault can be told.
protocol FaultOrder: Sendable {
    /// The last segment of the path that arms it.
    static var name: String { get }

    /// Reads its own keys; `count` and `path` are every fault's.
    init(_ form: inout FaultForm)
}
