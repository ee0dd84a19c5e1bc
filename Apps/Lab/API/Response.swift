import CommandLine
import Foundation
import Networking
import Primitives

/// A response as `strata api` prints it: its body, or one JSON object that describes all of it.
struct APIResponse {
    let response: RawResponse

    /// Status line and header fields, as `curl -i` prints them, with an empty line. A pipe gets every byte of a value.
    func head(forTerminal isTerminal: Bool) -> Data {
        let status = "HTTP/1.1 \(response.status)\(response.reason.isEmpty ? "" : " \(response.reason)")"
        return response.headers.reduce(into: Data("\(status.printable)\n".utf8)) { head, field in
            head += Data("\(field.name): ".utf8) + (isTerminal ? Array(field.value.printable.utf8) : field.bytes)
            head += Data("\n".utf8)
        } + Data("\n".utf8)
    }

    /// The body for standard output. A pipe gets every byte. A terminal gets indented JSON, in the server's order
    /// of keys, and no characters that it would interpret.
    /// Throws if a terminal would receive bytes that are not text.
    func content(forTerminal isTerminal: Bool) throws(Failure) -> Data {
        guard isTerminal else { return body }
        guard let text = String(data: body, encoding: .utf8), !text.unicodeScalars.contains("\0") else {
            throw Failure(
                "The response is not text (\(body.count.grouped) bytes). Save it with --output FILE, or print it anyway with --output -.",
                .unsuitableFile)
        }
        let shown = json?.indented ?? text.printableLines
        return Data((shown + (shown.hasSuffix("\n") || shown.isEmpty ? "" : "\n")).utf8)
    }

    /// - Parameter raw: whether a terminal gets every byte too, as with `--output -`.
    func show(on terminal: Terminal, including head: Bool, json: Bool, raw: Bool) throws {
        guard !json else { return terminal.print(try output.indented) }
        if head { terminal.write(self.head(forTerminal: terminal.isInteractive)) }
        terminal.write(try content(forTerminal: terminal.isInteractive && !raw))
    }

    /// The response for programs, with its members in alphabetical order. A JSON body keeps the server's order of keys and
    /// the digits of its numbers, a text body is a string, and any other body is Base64. Header fields are pairs in order,
    /// because a name may appear more than once.
    var output: JSONText {
        get throws {
            let body =
                if let json {
                    #"{"json":\#(json.text)}"#
                } else if let text = String(data: body, encoding: .utf8) {
                    try JSONOutput.text(["text": text])
                } else {
                    try JSONOutput.text(["base64": body.base64EncodedString()])
                }
            let fields = try JSONOutput.text(response.headers.map { [$0.name, $0.value] })
            let id = try JSONOutput.text(response.requestID.text)
            return JSONText(
                wellFormed: #"{"attempts":\#(response.attempts),"body":\#(body),"headers":\#(fields),"#
                    + #""request_id":\#(id),"status":\#(response.status)}"#)
        }
    }

    private var body: Data { response.body }

    private var isJSON: Bool {
        let type = response.header("Content-Type")?.prefix { $0 != ";" }.lowercased() ?? ""
        return type == "application/json" || type.hasSuffix("+json")
    }

    private var json: JSONText? { isJSON ? JSONText(body) : nil }
}
