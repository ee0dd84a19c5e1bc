import Foundation
import Networking

/// Prints pages as they arrive: one per line, or as the elements of one array. A terminal gets indented pages.
struct PagePrinter: Sendable {
    let options: PageOptions
    let terminal: Terminal
    private let json: Bool
    private let write: @Sendable (Data) -> Void

    /// - Parameters:
    ///   - json: whether each page is printed with its status and header fields, as `--json` does.
    ///   - write: replaces the terminal's standard output in tests.
    init(
        _ terminal: Terminal, options: PageOptions, json: Bool, write: (@Sendable (Data) -> Void)? = nil
    ) {
        self.terminal = terminal
        self.options = options
        self.json = json
        self.write = write ?? { terminal.write($0) }
    }

    /// Whether the reader of standard output is gone.
    var isUnread: Bool { terminal.isUnread }

    /// - Parameter body: the JSON of the response's body.
    func show(_ response: RawResponse, _ body: JSONText, page: Int) throws {
        let response = APIResponse(response: response)
        if terminal.isInteractive && !options.slurp {
            return try response.show(on: terminal, including: false, json: json, raw: false)
        }
        let text = json ? JSONText(wellFormed: try response.output.json) : body
        let (start, end) = options.slurp ? (page == 1 ? "[" : ",\n", "") : ("", "\n")
        write(Data((start + text.line + end).utf8))
    }

    func end() {
        if options.slurp { write(Data("]\n".utf8)) }
    }
}
