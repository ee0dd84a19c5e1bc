extension BookQuery {
    /// The parameters of the API's query in their canonical form: ordered by name, lists sorted and without doubles,
    /// defaults left out. The values are plain text, to be percent-encoded by the sender.
    public var parameters: [(name: String, value: String)] {
        func list(_ values: [String]) -> String? {
            values.isEmpty ? nil : values.joined(separator: ",")
        }
        func text(_ value: String) -> String? {
            value.isEmpty ? nil : value
        }
        let all: [(name: String, value: String?)] = [
            ("author_year_end", authorYears?.end.map { String($0) }),
            ("author_year_start", authorYears?.start.map { String($0) }),
            ("copyright", list(Book.Copyright.allCases.filter(copyright.contains).map(\.rawValue))),
            ("ids", list(ids.sorted().map(\.description))),
            ("languages", list(languages.sorted().map(\.text))),
            ("mime_type", text(mimeType)),
            ("search", text(search)),
            ("sort", sort == .popular ? nil : sort.rawValue),
            ("topic", text(topic)),
        ]
        return all.compactMap { parameter in parameter.value.map { (parameter.name, $0) } }
    }
}
