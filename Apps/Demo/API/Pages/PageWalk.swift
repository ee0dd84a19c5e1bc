import Foundation
import Networking
import Primitives

/// The rules for following pages, without I/O: only pages of one origin, each once, and no more than a limit.
struct PageWalk {
    /// The longest path and query that the walk requests. It stores each of them, and RFC 9110 section 4.1 recommends
    /// support for 8,000 bytes.
    static let longestPath = 8_192

    /// The number of the current page, from 1.
    private(set) var page = 1
    private let origin: Origin
    /// The number of each requested page, by its path.
    private var visited: [String: Int]
    private let limit: Int?

    /// The step after the current page.
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

    /// Advances to the page that `next` names.
    mutating func advance(to next: NextPage) throws(PaginationError) -> Step {
        switch next {
        case .none: return .end
        case .unreadable: throw .unreadableNext(page: page)
        case .at(let target):
            // User information is no part of an origin, and is never sent.
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
