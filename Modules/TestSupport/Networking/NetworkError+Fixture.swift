public import Networking

extension NetworkError {
    /// An error with this cause and the metadata of a call to `/fixture`.
    public static func fixture(_ cause: Cause) -> NetworkError {
        NetworkError(
            cause,
            RequestMetadata(
                requestID: SequentialIdentifierSource.identifier(1), operation: "fixture()", method: "GET",
                url: "https://api.example.com/fixture", attempts: 1))
    }
}
