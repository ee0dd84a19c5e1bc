import Foundation
import Networking
import Primitives

/// A response as `strata api` prints it: its body, or one JSON object that describes all of it.
struct APIResponse {
    let response: RawResponse

    /// Status line and header fields, as `curl -i` prints them.
    var head: String {
        let status = "HTTP/1.1 \(response.status)\(response.reason.isEmpty ? "" : " \(response.reason)")"
        return ([status] + response.headers.map { "\($0.name): \($0.value)" })
            .map(\.printable).joined(separator: "\n")
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
        guard !json else { return terminal.print(try output.json) }
        if head { terminal.print(self.head + "\n") }
        terminal.write(try content(forTerminal: terminal.isInteractive && !raw))
    }

    /// The response for programs. A JSON body is embedded, a text body is a string, and any other body is Base64.
    var output: ResponseOutput {
        ResponseOutput(
            status: response.status, headers: response.headers.map { [$0.name, $0.value] }, body: parsed,
            requestID: response.requestID.text, attempts: response.attempts)
    }

    private var body: Data { response.body }

    private var isJSON: Bool {
        let type = response.header("Content-Type")?.prefix { $0 != ";" }.lowercased() ?? ""
        return type == "application/json" || type.hasSuffix("+json")
    }

    /// The body if its type is JSON and it is well-formed.
    private var json: JSONText? { isJSON ? JSONText(body) : nil }

    private var parsed: ResponseOutput.Body {
        if let json { return .json(json) }
        if let text = String(data: body, encoding: .utf8) { return .text(text) }
        return .base64(body.base64EncodedString())
    }
}

/// The output of `strata api --json`. The keys of this type are in alphabetical order. A JSON body keeps the server's
/// order of keys, and the digits of its numbers.
struct ResponseOutput {
    let status: Int
    /// Pairs of name and value in order, because a field may appear more than once.
    let headers: [[String]]
    let body: Body
    let requestID: String
    let attempts: Int

    /// The body in the first of these forms that fits.
    enum Body {
        /// As the server sent it.
        case json(JSONText)
        case text(String)
        case base64(String)
    }

    /// The output as indented JSON.
    var json: String {
        get throws {
            let body =
                switch self.body {
                case .json(let json): #"{"json":\#(json.text)}"#
                case .text(let text): try JSONOutput.text(["text": text])
                case .base64(let text): try JSONOutput.text(["base64": text])
                }
            let (fields, id) = (try JSONOutput.text(headers), try JSONOutput.text(requestID))
            return JSONText(
                wellFormed:
                    #"{"attempts":\#(attempts),"body":\#(body),"headers":\#(fields),"request_id":\#(id),"status":\#(status)}"#
            ).indented
        }
    }
}
