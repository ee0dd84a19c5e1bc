import Foundation
import Networking

/// What a call would have been, for the evidence of its error.
struct FakeRequest {
    let operation: String
    let method: Networking.RequestMethod
    let url: String

    func error(_ cause: NetworkError.Cause) -> NetworkError {
        NetworkError(
            cause,
            NetworkError.RequestMetadata(
                requestID: UUID(), operation: operation, method: method.rawValue, url: url, attempts: 1))
    }

    func refusal(
        _ status: Int, _ code: String, _ message: String, fields: [HTTPFailure.FieldFailure] = []
    ) -> NetworkError {
        error(.status(HTTPFailure(status: status, code: code, message: message, fields: fields)))
    }

    /// The same answer for nobody's id and for somebody else's.
    var notFound: NetworkError { refusal(404, "not_found", "There is nothing here, or it is not yours.") }
}
