/// Why a script could not go on.
enum RawSocketError: Error {
    /// The client ended the connection.
    case ended
    /// What the client sent is no HTTP/1.1 request.
    case notHTTP
    /// More came than a test can mean.
    case tooLarge
    /// There is no port to be had, or a server has it already.
    case noPort
}
