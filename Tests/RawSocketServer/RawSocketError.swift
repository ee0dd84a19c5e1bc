/// The reason why a script could not continue.
enum RawSocketError: Error {
    /// The client ended the connection.
    case ended
    /// The client sent something other than an HTTP/1.1 request.
    case notHTTP
    /// The client sent more than a server accepts.
    case tooLarge
    /// No port is available, or the port already has a server.
    case noPort
}
