/// Reports all faults of an assembly that ``Assembly/build()`` rejected.
public struct InvalidAssembly: Error, Sendable, CustomStringConvertible {
    /// The faults, in the order of ``Graph/faults``. Never empty.
    public let faults: [Fault]

    /// One paragraph for each fault.
    public var description: String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return (["The container cannot be built: its assembly has \(count)."] + faults.map(\.description))
            .joined(separator: "\n\n")
    }
}
