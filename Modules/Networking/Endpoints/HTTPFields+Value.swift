import HTTPTypes

extension HTTPFields {
    /// What the subscript gives, for names that are read from every answer: to join the one value of a field costs more than
    /// all else that is done with a small answer's head.
    func value(of name: HTTPField.Name) -> String? {
        guard let first = firstIndex(where: { $0.name == name }) else { return nil }
        return self[(first + 1)...].contains { $0.name == name } ? self[name] : self[first].value
    }
}
