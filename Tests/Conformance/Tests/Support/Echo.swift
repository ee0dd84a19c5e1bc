import Foundation

/// The request as httpbin received it, returned by `/anything` and similar paths.
struct Echo: Decodable, Sendable {
    /// Only `/anything` returns the method.
    let method: String?
    let url: String
    let args: [String: Values]
    /// Fields of the same name are joined with commas.
    let headers: [String: String]
    let form: [String: Values]?
    let files: [String: Values]?
    /// A body that is not a form. Text that is not UTF-8 is a `data:` URL.
    let data: String?

    /// A header field's value, in any case; `nil` if httpbin received none.
    func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// httpbin writes one value as a string and several as an array.
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
