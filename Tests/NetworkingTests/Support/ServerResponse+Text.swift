import Foundation
import HTTPTypes
import Networking

extension ServerResponse {
    /// A whole answer in the media type that is given.
    static func text(_ text: String, as type: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: type]), body: .data(Data(text.utf8)))
    }

    static func json(_ text: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .text(text, as: "application/json", status: status)
    }
}
