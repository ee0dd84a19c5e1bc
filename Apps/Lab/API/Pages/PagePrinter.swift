import CommandLine
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

/// Prints pages as they arrive: one per line, or as the elements of one array. A terminal gets indented pages.
struct PagePrinter: Sendable {
    let options: PageOptions
    let terminal: Terminal
    private let json: Bool
    private let write: @Sendable (Data) -> Void

    /// - Parameters:
    ///   - json: whether each page is printed with its status and header fields, as `--json` does.
    ///   - write: replaces the terminal's standard output in tests.
    init(_ terminal: Terminal, options: PageOptions, json: Bool, write: (@Sendable (Data) -> Void)? = nil) {
        self.terminal = terminal
        self.options = options
        self.json = json
        self.write = write ?? { terminal.write($0) }
    }

    var isUnread: Bool { terminal.isUnread }

    /// - Parameter body: the JSON of the response's body.
    func show(_ response: RawResponse, _ body: JSONText, page: Int) throws {
        let response = APIResponse(response: response)
        if terminal.isInteractive && !options.slurp {
            return try response.show(on: terminal, including: false, json: json, raw: false)
        }
        let text = json ? try response.output : body
        let (start, end) = options.slurp ? (page == 1 ? "[" : ",\n", "") : ("", "\n")
        write(Data((start + text.line + end).utf8))
    }

    func end() {
        if options.slurp { write(Data("]\n".utf8)) }
    }
}
