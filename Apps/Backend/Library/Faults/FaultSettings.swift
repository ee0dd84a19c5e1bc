/// The settings of one kind of fault.
protocol FaultSettings: Sendable {
    /// The last segment of the path that arms it.
    static var name: String { get }

    /// Reads its own keys. Every fault has `count` and `path` too.
    init(_ form: inout FaultForm)
}
