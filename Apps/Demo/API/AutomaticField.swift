/// Header fields that can't be typed, because the engine makes them out of what the request is. It would send its own in
/// their place and say nothing of it.
enum AutomaticField {
    /// Why a field can't be typed, as a sentence; `nil` for one that can.
    ///
    /// - Parameter isDownload: whether the answer goes to a file by a download, which asks for its ranges itself.
    static func reason(_ name: String, isDownload: Bool = false) -> String? {
        switch name.lowercased() {
        case "host": "It follows from the target. Name another server by an absolute URL."
        case "content-length": "It is the length of the body, which is counted when it is sent."
        case "transfer-encoding": "It follows from the body: chunked where its length is not known beforehand."
        // What RFC 9110 section 7.6.1 counts as the connection's.
        case "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade":
            "It is about the connection, which the transport manages."
        case "x-request-id": "Each call has an id of its own, which is told with its failure."
        case "range", "if-range", "accept-encoding":
            isDownload ? "With --output FILE, the download asks for what is missing itself." : nil
        default: nil
        }
    }
}
