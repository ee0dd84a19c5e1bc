import Foundation
import HTTPTypes
import Networking

/// A request as the routes of a ``FakeBackend`` read it.
struct FakeRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path's segments without percent encoding.
    let segments: [String]
    /// The path as sent, without the query.
    let path: String
    let fields: HTTPFields
    let body: Data
    /// When the backend received it.
    let now: Date
    /// The prefix of absolute links.
    let origin: String
    /// The query's items without percent encoding, the first of each name.
    let query: [String: String]

    init(_ received: ReceivedRequest, now: Date, origin: String) {
        method = received.head.method
        fields = received.head.headerFields
        body = received.body
        self.now = now
        self.origin = origin
        var target = URLComponents(string: received.head.path ?? "/")
        let items = target?.percentEncodedQuery?.replacing("+", with: "%20")
        target?.percentEncodedQuery = items
        path = target?.percentEncodedPath ?? ""
        segments = path.split(separator: "/").map {
            $0.removingPercentEncoding ?? String($0)
        }
        query = Dictionary((target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// The content type in lower case, without parameters.
    var mediaType: String {
        let type = fields[.contentType]?.split(separator: ";").first ?? ""
        return type.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// One page of `items`, as the query requests it.
    func page<Item>(of items: [Item], _ json: (Item) -> [String: Any]) throws(FakeProblem) -> ServerResponse {
        var errors: [FakeProblem.FieldError] = []
        let number = self.number("page", default: 1, in: 1...1_000_000, &errors)
        let size = self.number("per_page", default: 20, in: 1...100, &errors)
        guard errors.isEmpty else { throw .validationFailed(errors) }
        return .object([
            "items": items.dropFirst((number - 1) * size).prefix(size).map(json), "page": number, "per_page": size,
            "total": items.count,
        ])
    }

    private func number(
        _ name: String, default standard: Int, in range: ClosedRange<Int>, _ errors: inout [FakeProblem.FieldError]
    ) -> Int {
        guard let text = query[name] else { return standard }
        let isDigits = text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        if isDigits, let value = Int(text), range.contains(value) { return value }
        errors.append(.outOfRange(name, range))
        return standard
    }
}
