import Foundation

/// What httpbin saw of a request, as `/anything` and its relatives tell it.
struct Echo: Decodable, Sendable {
    /// Of the method only `/anything` tells.
    let method: String?
    let url: String
    let args: [String: Values]
    /// Lines of one name are joined with commas.
    let headers: [String: String]
    let form: [String: Values]?
    let files: [String: Values]?
    /// A body that is no form. What is not UTF-8 stands as a `data:` URL.
    let data: String?

    /// A header's value, whatever its case; `nil` if the server saw none.
    func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// httpbin writes one value as a text and several as a list.
    struct Values: Decodable, Sendable, Equatable, ExpressibleByArrayLiteral {
        let all: [String]

        init(arrayLiteral all: String...) {
            self.all = all
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                all = [try container.decode(String.self)]
            } catch DecodingError.typeMismatch {
                all = try container.decode([String].self)
            }
        }
    }
}
