import Hummingbird

/// The requested page of a list: `?page=1&per_page=20`, both optional.
struct PageQuery: Equatable, Sendable {
    /// Counted from 1.
    let number: Int
    /// The number of items on a full page.
    let size: Int

    var offset: Int { (number - 1) * size }

    /// The Link field of the page (RFC 8288): the first page, and the previous and next ones if they exist.
    ///
    /// - Parameters:
    ///   - list: the list's URL without a query.
    ///   - total: the number of items on all pages.
    func link(to list: String, total: Int) -> String {
        var pages = [("first", 1)]
        if number > 1 { pages.append(("prev", number - 1)) }
        if offset + size < total { pages.append(("next", number + 1)) }
        return pages.map { "<\(list)?page=\($1)&per_page=\(size)>; rel=\"\($0)\"" }.joined(separator: ", ")
    }

    init(number: Int, size: Int) {
        self.number = number
        self.size = size
    }

    init(_ parameters: Parameters) throws(Problem) {
        var fields = FieldReader()
        number = Self.read("page", from: parameters, default: 1, allowed: 1...1_000_000, &fields)
        size = Self.read("per_page", from: parameters, default: 20, allowed: 1...100, &fields)
        guard fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
    }

    private static func read(
        _ name: String, from parameters: Parameters, default standard: Int, allowed: ClosedRange<Int>,
        _ fields: inout FieldReader
    ) -> Int {
        guard let text = parameters.get(name) else { return standard }
        // `Int` would accept a leading plus, which is an encoded space in a query.
        if text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let value = Int(text),
            allowed.contains(value)
        {
            return value
        }
        fields.note(.outOfRange(name, allowed))
        return standard
    }
}
