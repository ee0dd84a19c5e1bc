import HTTPTypes

extension HTTPFields {
    /// Returns the same value as the subscript, but faster for a field with one value, because the subscript always
    /// joins values. Use it for fields that are read from every response.
    func value(of name: HTTPField.Name) -> String? {
        guard let first = firstIndex(where: { $0.name == name }) else { return nil }
        return self[(first + 1)...].contains { $0.name == name } ? self[name] : self[first].value
    }
}
