import HTTPTypes

extension HTTPField.Name {
    /// A name that the standard list has not got, written out in the source.
    static func known(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("this literal is no field name: \(name)") }
        return name
    }
}
