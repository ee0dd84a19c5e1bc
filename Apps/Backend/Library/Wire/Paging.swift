import Hummingbird

/// The requested page of a list: `?page=1&per_page=20`, both optional.
struct PageQuery: Equatable, Sendable {
    /// Counted from 1.
    let number: Int
    let size: Int

    var offset: Int { (number - 1) * size }
}

extension PageQuery {
    init(_ parameters: Parameters) throws(Problem) {
        var errors: [FieldError] = []
        number = Self.read("page", from: parameters, default: 1, allowed: 1...1_000_000, &errors)
        size = Self.read("per_page", from: parameters, default: 20, allowed: 1...100, &errors)
        guard errors.isEmpty else { throw .validationFailed(errors) }
    }

    private static func read(
        _ name: String, from parameters: Parameters, default standard: Int, allowed: ClosedRange<Int>,
        _ errors: inout [FieldError]
    ) -> Int {
        guard let text = parameters.get(name) else { return standard }
        // `Int` would accept a leading plus, which is an encoded space in a query.
        if text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let value = Int(text),
            allowed.contains(value)
        {
            return value
        }
        errors.append(.outOfRange(name, allowed))
        return standard
    }
}

struct PageBody<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    let page: Int
    let perPage: Int
    let total: Int

    /// The response with this page, which links to the first page, and to the previous and next ones if they exist
    /// (RFC 8288).
    /// - Parameter list: the list's URL without a query.
    func reply(_ list: String, for request: Request) throws -> Reply {
        var pages = [("first", 1)]
        if page > 1 { pages.append(("prev", page - 1)) }
        if page * perPage < total { pages.append(("next", page + 1)) }
        let link = pages.map { "<\(list)?page=\($1)&per_page=\(perPage)>; rel=\"\($0)\"" }.joined(separator: ", ")
        return try .cacheable(self, link: link, for: request)
    }
}
