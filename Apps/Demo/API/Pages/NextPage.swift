import Foundation
import Networking

/// A page's reference to the next page.
enum NextPage: Equatable {
    /// There is no next page.
    case none
    /// The absolute URI of the next page.
    case at(URIReference)
    /// The body has a `next` that is not a URL.
    case unreadable

    /// Reads `Link: rel="next"` (RFC 8288), or else the member `next` of a JSON object: a URL, or nothing if it is
    /// `null`, empty or missing. Throws ``PaginationError/notJSON(page:)`` for JSON that the decoder rejects, because it
    /// is nested too deeply.
    init(after response: RawResponse, _ json: JSONText, page: Int) throws(PaginationError) {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(json.text.utf8)) else {
            throw .notJSON(page: page)
        }
        if let target = response.link("next") {
            self = .at(target)
            return
        }
        switch body.next {
        case nil, .null, .text(""): self = .none
        case .text(let text): self = response.resolve(text).map(Self.at) ?? .unreadable
        default: self = .unreadable
        }
    }

    /// Any JSON, of which only this member is read.
    private struct Body: Decodable {
        let next: JSONValue?

        private enum CodingKeys: String, CodingKey {
            case next
        }

        init(from decoder: any Decoder) throws {
            let members = try? decoder.container(keyedBy: CodingKeys.self)
            next = try members.flatMap { members in
                members.contains(.next) ? try members.decode(JSONValue.self, forKey: .next) : nil
            }
        }
    }
}
