import Networking
import Primitives
import RemoteServices
import Services

/// Why `strata api --paginate` can't continue after a page. Pages are counted from 1.
enum PaginationError: Error, Equatable {
    case notJSON(page: Int)
    case unreadableNext(page: Int)
    /// The path of the next page is longer than ``PageWalk/longestPath``.
    case longNext(page: Int)
    /// The next page is on another server, which gets no request.
    case otherOrigin(String, page: Int)
    /// Page `from` names page `to` as its next.
    case loop(from: Int, to: Int)
    /// There are more pages than a run without `--max-pages` may request.
    case tooManyPages(Int)
    /// The server responded with a status other than 2xx.
    case status(Int, page: Int, requestID: String)
}

extension PaginationError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .notJSON(let page):
            Failure(
                "Page \(page) is not JSON, so it can't be printed as one line. Request it without --paginate.",
                .notUnderstood)
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
                "Page \(page) has its next page at \(origin), another server. It was not requested, because "
                    + "credentials belong to one server. Request that page with a separate command.", .notAllowed)
        case .loop(let from, let to):
            Failure(
                "Page \(from) names page \(to) as its next, so the list would never end. Report it to the server's "
                    + "operator.", .brokenProtocol)
        case .tooManyPages(let count):
            Failure("The list has more than \(count.grouped) pages. Pass --max-pages to request more.", .failure)
        case .status(let status, let page, let requestID):
            Failure(
                "The server responded to the request for page \(page) with \(status) (request ID \(requestID)).",
                ExitStatus(ServiceFailure.Kind(HTTPFailure(status: status))))
        }
    }
}
