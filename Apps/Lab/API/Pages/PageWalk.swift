import CommandLine
import Foundation
import Networking
import Primitives
import RemoteServices
import Services

/// The rules for following pages, without I/O: only pages of one origin, each once, and no more than a limit.
struct PageWalk {
    /// The longest path and query that the walk requests, in bytes. The walk stores each of them, so there is a limit.
    /// Servers should accept 8,000 bytes (RFC 9110 section 4.1).
    static let longestPath = 8_192

    /// The number of the current page, from 1.
    private(set) var page = 1
    private let origin: Origin
    /// The number of each requested page, by its path.
    private var visited: [String: Int]
    private let limit: Int?

    enum Step: Equatable {
        case request(path: String)
        case end
        /// There are more pages than `--max-pages`.
        case stop
    }

    /// - Parameter limit: how many pages to request; `nil` makes more than the standard limit an error.
    init(origin: Origin, path: String, limit: Int?) {
        self.origin = origin
        self.limit = limit
        visited = [path: 1]
    }

    mutating func advance(to next: NextPage) throws(PaginationError) -> Step {
        switch next {
        case .none: return .end
        case .unreadable: throw .unreadableNext(page: page)
        case .at(let target):
            // User information is not part of an origin, and is never sent.
            guard target.authority?.contains("@") == false, target.requestPath.hasOnlyWholeEscapes,
                let url = URL(string: target.description), let found = Origin(url)
            else { throw .unreadableNext(page: page) }
            guard found == origin else { throw .otherOrigin(found.description, page: page) }
            let path = target.requestPath
            guard path.utf8.count <= Self.longestPath else { throw .longNext(page: page) }
            if let number = visited[path] { throw .loop(from: page, to: number) }
            guard page < limit ?? PageOptions.standardLimit else {
                guard limit == nil else { return .stop }
                throw .tooManyPages(page)
            }
            page += 1
            visited[path] = page
            return .request(path: path)
        }
    }
}

enum NextPage: Equatable {
    case none
    /// The absolute URI of the next page.
    case at(URIReference)
    /// The body has a `next` that is not a URL.
    case unreadable

    /// Reads `Link: rel="next"` (RFC 8288), or else the member `next` of a JSON object: a URL, or nothing if it is
    /// `null`, empty or missing.
    init(after response: RawResponse, _ json: JSONText, page: Int) throws(PaginationError) {
        if let target = response.link("next") {
            self = .at(target)
            return
        }
        // The text is JSON, so only its depth can be the cause.
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(json.text.utf8)) else {
            throw .tooDeep(page: page)
        }
        switch body.next {
        case nil, .null, .text(""): self = .none
        case .text(let text): self = response.resolve(text).map(Self.at) ?? .unreadable
        default: self = .unreadable
        }
    }

    /// Any JSON, of which only this member is read.
    private struct Body: Decodable {
        let next: JSONElement?

        private enum CodingKeys: String, CodingKey {
            case next
        }

        init(from decoder: any Decoder) throws {
            let members = try? decoder.container(keyedBy: CodingKeys.self)
            // A value that can't be decoded, such as a huge number, is not a URL either.
            next = members.flatMap { members in
                members.contains(.next) ? (try? members.decode(JSONElement.self, forKey: .next)) ?? .array([]) : nil
            }
        }
    }
}

/// Why `strata api --paginate` can't continue after a page. Pages are counted from 1.
enum PaginationError: Error, Equatable {
    case notJSON(page: Int)
    /// Foundation's decoder, which looks for the next page, reads 512 levels.
    case tooDeep(page: Int)
    case unreadableNext(page: Int)
    /// The path of the next page is longer than ``PageWalk/longestPath``.
    case longNext(page: Int)
    case otherOrigin(String, page: Int)
    case loop(from: Int, to: Int)
    case tooManyPages(Int)
    case status(Int, page: Int, requestID: String)
}

extension PaginationError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .notJSON(let page):
            Failure(
                "Page \(page) is not JSON, so it can't be printed as one line. Request it without --paginate.",
                .notUnderstood)
        case .tooDeep(let page):
            Failure(
                "Page \(page) is nested more than 512 levels deep, too deep to look for its next page. Request it without "
                    + "--paginate.", .notUnderstood)
        case .unreadableNext(let page):
            Failure(
                "Page \(page) has a next page whose address is not an HTTP URL. Report it to the server's operator.",
                .notUnderstood)
        case .longNext(let page):
            Failure(
                "Page \(page) has a next page whose path is longer than \(PageWalk.longestPath.grouped) bytes. Report "
                    + "it to the server's operator.", .notUnderstood)
        case .otherOrigin(let origin, let page):
            Failure(
                "Page \(page) links to a next page at \(origin), another server. It was not requested, because "
                    + "credentials belong to one server. Request that page with a separate command.", .notAllowed)
        case .loop(let from, let to):
            Failure(
                "Page \(from) links to page \(to) as its next, so the list would never end. Report it to the server's "
                    + "operator.", .brokenProtocol)
        case .tooManyPages(let count):
            Failure("The list has more than \(count.grouped) pages. Pass --max-pages to request more.", .failure)
        case .status(let status, let page, let requestID):
            Failure(
                "The server responded to the request for page \(page) with \(status) (request ID \(requestID)).",
                Failure.Status(ServiceFailure.Kind(HTTPFailure(status: status))))
        }
    }
}
