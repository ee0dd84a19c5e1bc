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

    func show(_ response: RawResponse, page: Int) throws {
        let response = APIResponse(response: response)
        if terminal.isInteractive && !options.slurp {
            return try response.show(on: terminal, including: false, json: json, raw: false)
        }
        let text = json ? Data(try response.output.json.utf8) : response.response.body
        if options.slurp { write(Data((page == 1 ? "[" : ",\n").utf8)) }
        write(Self.line(text))
        if !options.slurp { write(Data("\n".utf8)) }
    }

    func end() {
        if options.slurp { write(Data("]\n".utf8)) }
    }

    /// The JSON text without the white space between its tokens, so that it has no line break. Numbers and strings stay
    /// as they were sent. A byte order mark is left out: within an array it would not be JSON.
    static func line(_ json: Data) -> Data {
        var (isInString, isEscaped) = (false, false)
        let start = json.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return Data(
            json.dropFirst(start).filter { byte in
                guard isInString else {
                    isInString = byte == UInt8(ascii: "\"")
                    return ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
                }
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                return true
            })
    }
}
