/// Header fields that `--header` rejects, because the networking layer sets them and would replace the value silently.
enum AutomaticField {
    /// Why `--header` rejects a field, as a sentence; `nil` for a field that it accepts.
    ///
    /// - Parameter isDownload: whether the response is downloaded to a file. A download requests its ranges itself.
    static func reason(_ name: String, isDownload: Bool = false) -> String? {
        switch name.lowercased() {
        case "host": "The target determines it. To use another server, pass an absolute URL."
        case "content-length": "The client computes it from the body."
        case "transfer-encoding": "The client sets it if the length of the body is unknown."
        // Connection-specific fields (RFC 9110 section 7.6.1).
        case "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade":
            "It applies to the connection, which the transport manages."
        case "x-request-id": "Each call has its own ID, which its errors report."
        case "range", "if-range", "accept-encoding":
            isDownload ? "With --output FILE, the download requests the missing bytes itself." : nil
        default: nil
        }
    }
}
