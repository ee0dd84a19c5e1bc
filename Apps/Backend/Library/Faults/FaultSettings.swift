/// The settings of one kind of fault.
protocol FaultSettings: Sendable {
    /// The last segment of the path that arms the fault.
    static var name: String { get }

    /// Reads the keys of this kind of fault. `count` and `path`, which every fault has, are read elsewhere.
    init(_ form: inout FaultForm)
}
