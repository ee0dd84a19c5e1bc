/// A place in the source, printed as compilers print it so that editors jump to it.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
    /// Module and file, as `#fileID` gives them: no folder of the building machine.
    public let fileID: String
    /// Counted from one.
    public let line: Int

    /// The place that `#fileID` and `#line` name.
    public init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// `Module/File.swift:12`
    public var description: String { "\(fileID):\(line)" }
}
