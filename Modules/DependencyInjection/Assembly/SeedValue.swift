/// A ``Seed``'s value for one ``Scope``.
public struct SeedValue: Sendable {
    let key: AnyKey
    let cell: any AnyCell

    /// The value that the scope hands out for `key`.
    public static func seed<Value>(
        _ key: Key<Value>, _ value: Value, fileID: String = #fileID, line: Int = #line
    ) -> Self {
        let location = CodeLocation(fileID: fileID, line: line)
        return Self(key: AnyKey(key), cell: Cell(seed: key, value: value, location: location))
    }
}
