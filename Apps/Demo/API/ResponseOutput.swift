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
