import Foundation
import Networking
import Primitives

extension APICall {
    /// Requests the pages of a list one after the other, and prints each before it requests the next.
    func printPages<Access>(of session: Session<Access>, with printer: PagePrinter) async throws -> Outcome {
        var path = raw.target.path
        var walk = PageWalk(origin: try Origin(of: raw.target.base), path: path, limit: printer.options.maxPages)
        while true {
            let page = walk.page
            let endpoint: Endpoint<Access, Data> = endpoint(at: path)
            let response = try whole(try await session.response(to: endpoint))
            guard (200..<300).contains(response.status) else {
                // The first response is printed, as without --paginate.
                guard page > 1 else { return .response(response) }
                throw PaginationError.status(response.status, page: page, requestID: response.requestID.text)
            }
            // Checked before the page is printed, so that each line and the array are JSON.
            guard let json = JSONText(response.body) else { throw PaginationError.notJSON(page: page) }
            let next = try NextPage(after: response, json, page: page)
            try printer.show(response, json, page: page)
            // No reader is left, so more pages would be requested for nothing.
            guard !printer.isUnread else { return .pages }
            switch try walk.advance(to: next) {
            case .request(let next): path = next
            case .end:
                printer.end()
                return .pages
            case .stop:
                printer.end()
                let pages = page == 1 ? "1 page" : "\(page.grouped) pages"
                terminal.message("Stopped after \(pages). The list has more (--max-pages).")
                return .pages
            }
        }
    }
}
